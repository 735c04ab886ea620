import { prepared, type Db } from '#platform/db';
import type { StoredCredential } from './store.ts';

// An expired nonce that was not deleted yet is overwritten; one still in force returns no row.
const insertNonce = prepared<
  [institutionId: string, credentialId: string, nonce: string, now: Date, forgottenUntil: Date, usedBefore: Date],
  { nonce: string }
>(
  'partner-credentials.take-nonce',
  `with taken as (
     insert into access.nonces as n (institution_id, credential_id, nonce, seen_at) values ($1, $2, $3, $4)
     on conflict (institution_id, credential_id, nonce) do update set seen_at = excluded.seen_at where n.seen_at <= $5
     returning nonce),
   touched as (
     update access.signed_credentials set last_used_at = $4
     where institution_id = $1 and id = $2 and (last_used_at is null or last_used_at <= $6)
       and exists (select from taken))
   select nonce from taken`,
);

type NonceUse = {
  readonly credential: Pick<StoredCredential, 'institution_id' | 'id'>;
  readonly nonce: string;
  readonly now: Date;
  /** Nonces used until then no longer count. */
  readonly forgottenUntil: Date;
  /** A credential last used before this is marked as used now. */
  readonly usedBefore: Date;
};

/** Whether the nonce was unused; committed on return, so that every later copy of the request is refused. */
export async function recordNonce(db: Db, use: NonceUse): Promise<boolean> {
  const { credential, nonce, now, forgottenUntil, usedBefore } = use;
  const query = insertNonce(credential.institution_id, credential.id, nonce, now, forgottenUntil, usedBefore);
  return (await db.find(query)) !== undefined;
}

const deleteNonces = prepared<[until: Date, limit: number], { nonce: string }>(
  'partner-credentials.purge-nonces',
  `delete from access.nonces where seen_at <= $1 and ctid = any(array(
     select ctid from access.nonces where seen_at <= $1 limit $2)) returning nonce`,
);

export const deleteOldNonces = (db: Db, until: Date, limit: number) => db.many(deleteNonces(until, limit));

const seen = prepared<[institutionId: string, credentialId: string, nonce: string, since: Date], { seen_at: Date }>(
  'partner-credentials.find-nonce',
  `select seen_at from access.nonces where institution_id = $1 and credential_id = $2 and nonce = $3 and seen_at > $4`,
);

type NonceQuestion = {
  readonly institutionId: string;
  readonly credentialId: string;
  readonly nonce: string;
  readonly since: Date;
};

export const findNonce = (db: Db, { institutionId, credentialId, nonce, since }: NonceQuestion) =>
  db.find(seen(institutionId, credentialId, nonce, since));
