import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import type { SignatureAlgorithm } from '#lib/gap-v2';

type NewCredential = {
  readonly institution_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly role: string;
  readonly label: string | null;
  readonly alg: string;
  readonly public_key: string;
  readonly sealed_challenge: Buffer;
  readonly challenge_expires_at: Date;
  readonly created_at: Date;
};

export function insertCredential(db: TxDb, row: NewCredential): void {
  db.write(typed(sql.insertInto('access.signed_credentials').values(row)));
}

export type FoundCredential = {
  readonly institution_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly role: 'full' | 'read_only';
  readonly alg: SignatureAlgorithm;
  readonly public_key: string;
  readonly activated_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly institution_status: string;
};

const byId = prepared<[id: string], FoundCredential>(
  'access.find-credential',
  `select c.institution_id, c.id, c.livemode, c.role, c.alg, c.public_key, c.activated_at, c.revoked_at,
     c.last_used_at, p.status as institution_status
   from access.signed_credentials c join access.principals p on p.id = c.institution_id
   where c.id = $1`,
);

export const findCredential = (db: Db, id: string) => db.find(byId(id));

// An old nonce that nobody removed yet is taken over; a living one leaves no row to return.
const insertNonce = prepared<
  [institutionId: string, credentialId: string, nonce: string, now: Date, forgottenUntil: Date, usedBefore: Date],
  { nonce: string }
>(
  'access.take-nonce',
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

export type NonceUse = {
  readonly credential: Pick<FoundCredential, 'institution_id' | 'id'>;
  readonly nonce: string;
  readonly now: Date;
  /** Uses up to here are forgotten. */
  readonly forgottenUntil: Date;
  /** A credential last used before this is marked as used now. */
  readonly usedBefore: Date;
};

/** Whether the nonce was free; committed when this returns, so that no copy of the request can come after it. */
export async function takeNonce(db: Db, use: NonceUse): Promise<boolean> {
  const { credential, nonce, now, forgottenUntil, usedBefore } = use;
  const query = insertNonce(credential.institution_id, credential.id, nonce, now, forgottenUntil, usedBefore);
  return (await db.find(query)) !== undefined;
}

const deleteNonces = prepared<[until: Date, limit: number], { nonce: string }>(
  'access.purge-nonces',
  `delete from access.nonces where seen_at <= $1 and ctid = any(array(
     select ctid from access.nonces where seen_at <= $1 limit $2)) returning nonce`,
);

export const deleteOldNonces = (db: Db, until: Date, limit: number) => db.many(deleteNonces(until, limit));

export const findCredentialRow = (db: Db, institutionId: string, id: string) =>
  db.find(
    typed(
      sql
        .selectFrom('access.signed_credentials')
        .selectAll()
        .where('institution_id', '=', institutionId)
        .where('id', '=', id),
    ),
  );

export const listCredentialRows = (db: Db, institutionId: string) =>
  db.many(
    typed(
      sql
        .selectFrom('access.signed_credentials')
        .selectAll()
        .where('institution_id', '=', institutionId)
        .orderBy('id', 'desc')
        .limit(500),
    ),
  );

const activate = prepared<[institutionId: string, id: string, now: Date], { id: string }>(
  'access.activate-credential',
  `update access.signed_credentials set activated_at = $3
   where institution_id = $1 and id = $2 and activated_at is null and revoked_at is null returning id`,
);

/** Undefined when it was activated or revoked meanwhile. */
export const activateCredential = (db: Db, key: { institutionId: string; id: string }, now: Date) =>
  db.find(activate(key.institutionId, key.id, now));

const revoke = prepared<[institutionId: string, id: string, now: Date], { id: string }>(
  'access.revoke-credential',
  `update access.signed_credentials set revoked_at = coalesce(revoked_at, $3)
   where institution_id = $1 and id = $2 returning id`,
);

export const revokeCredentialRow = (db: Db, key: { institutionId: string; id: string }, now: Date) =>
  db.find(revoke(key.institutionId, key.id, now));
