import type { SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import { explainLiveNotOpen } from '../agent-keys/agent-keys.ts';
import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import { modesOf, type CredentialScope } from '../partner-credentials/rules.ts';

type NewCredential = {
  readonly institution_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly role: string;
  readonly label: string | null;
  readonly alg: string;
  readonly public_key: string;
  readonly encrypted_challenge: Buffer;
  readonly challenge_expires_at: Date;
  readonly created_at: Date;
};

export function insertCredential(db: TxDb, row: NewCredential): void {
  db.write({ ...typed(sql.insertInto('credentials.signed_credentials').values(row)), explain: explainLiveNotOpen });
}

export type StoredCredential = {
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

const byId = prepared<[id: string], StoredCredential>(
  'partner-credentials.find-credential',
  `select c.institution_id, c.id, c.livemode, c.role, c.alg, c.public_key, c.activated_at, c.revoked_at,
     c.last_used_at, p.status as institution_status
   from credentials.signed_credentials c join credentials.principals p on p.id = c.institution_id
   where c.id = $1`,
);

export const findCredential = (db: Db, id: string) => db.find(byId(id));

export const recheckCredential = prepared<[institutionId: string, id: string], never>(
  'partner-credentials.recheck-credential',
  'select credentials.recheck_signed_credential($1, $2)',
);

export const findCredentialRow = (db: Db | TxDb, owner: CredentialScope, id: string) =>
  db.find(
    typed(
      sql
        .selectFrom('credentials.signed_credentials')
        .selectAll()
        .where('institution_id', '=', owner.institutionId)
        .where('livemode', 'in', modesOf(owner))
        .where('id', '=', id),
    ),
  );

export const listCredentialRows = (db: Db, owner: CredentialScope) =>
  db.many(
    typed(
      sql
        .selectFrom('credentials.signed_credentials')
        .selectAll()
        .where('institution_id', '=', owner.institutionId)
        .where('livemode', 'in', modesOf(owner))
        // Unrevoked credentials first: however many were revoked, no usable one is left out.
        .orderBy((table) => table('revoked_at', 'is not', null))
        .orderBy('id', 'desc')
        .limit(500),
    ),
  );

const activate = prepared<[institutionId: string, id: string, now: Date], { id: string }>(
  'partner-credentials.activate-credential',
  `update credentials.signed_credentials set activated_at = $3
   where institution_id = $1 and id = $2 and activated_at is null and revoked_at is null returning id`,
);

/** Undefined if it was activated or revoked meanwhile. */
export const activateCredential = (db: Db, key: { institutionId: string; id: string }, now: Date) =>
  db.find(activate(key.institutionId, key.id, now));

const revoke = prepared<[institutionId: string, modes: boolean[], id: string, now: Date], { id: string }>(
  'partner-credentials.revoke-credential',
  `update credentials.signed_credentials set revoked_at = coalesce(revoked_at, $4)
   where institution_id = $1 and livemode = any($2::boolean[]) and id = $3 returning id`,
);

type CredentialAt = { readonly id: string; readonly now: Date };

export const revokeCredentialRow = (db: TxDb, owner: CredentialScope, { id, now }: CredentialAt) =>
  db.find(revoke(owner.institutionId, modesOf(owner), id, now));

const usable = prepared<[institutionId: string, modes: boolean[], now: Date], { count: number }>(
  'partner-credentials.count-credentials',
  `select count(*)::int as count from credentials.signed_credentials
   where institution_id = $1 and livemode = any($2::boolean[]) and revoked_at is null
     and (activated_at is not null or challenge_expires_at > $3)`,
);

/** How many are active, or may still be activated. */
export async function countUsableCredentials(db: TxDb, owner: CredentialScope, now: Date): Promise<number> {
  return (await db.find(usable(owner.institutionId, modesOf(owner), now)))?.count ?? 0;
}

const replace = prepared<[institutionId: string, modes: boolean[], id: string, successor: string], { id: string }>(
  'partner-credentials.replace-credential',
  `update credentials.signed_credentials set replaced_by = $4
   where institution_id = $1 and livemode = any($2::boolean[]) and id = $3 and revoked_at is null returning id`,
);

type Succession = { readonly id: string; readonly successor: string };

/** A later successor replaces one that was never activated; undefined if there is no such credential. */
export const replaceCredential = (db: TxDb, owner: CredentialScope, { id, successor }: Succession) =>
  db.find(replace(owner.institutionId, modesOf(owner), id, successor));
const holders = prepared<[ids: readonly string[]], { id: string; institution_id: string; livemode: boolean }>(
  'partner-credentials.list-holders',
  'select id, institution_id, livemode from credentials.signed_credentials where id = any($1::text[])',
);

export const listHolderRows = (db: Db, ids: readonly string[]) => db.many(holders(ids));

// An expired nonce that was not deleted yet is overwritten; one that still counts returns no row.
const insertNonce = prepared<
  [institutionId: string, credentialId: string, nonce: string, now: Date, forgottenUntil: Date, usedBefore: Date],
  { nonce: string }
>(
  'partner-credentials.take-nonce',
  `with taken as (
     insert into credentials.nonces as n (institution_id, credential_id, nonce, seen_at) values ($1, $2, $3, $4)
     on conflict (institution_id, credential_id, nonce) do update set seen_at = excluded.seen_at where n.seen_at <= $5
     returning nonce),
   touched as (
     update credentials.signed_credentials set last_used_at = $4
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
  `delete from credentials.nonces where seen_at <= $1 and ctid = any(array(
     select ctid from credentials.nonces where seen_at <= $1 limit $2)) returning nonce`,
);

export const deleteOldNonces = (db: Db, until: Date, limit: number) => db.many(deleteNonces(until, limit));

const seen = prepared<[institutionId: string, credentialId: string, nonce: string, since: Date], { seen_at: Date }>(
  'partner-credentials.find-nonce',
  `select seen_at from credentials.nonces where institution_id = $1 and credential_id = $2 and nonce = $3 and seen_at > $4`,
);

type NonceQuestion = {
  readonly institutionId: string;
  readonly credentialId: string;
  readonly nonce: string;
  readonly since: Date;
};

export const findNonce = (db: Db, { institutionId, credentialId, nonce, since }: NonceQuestion) =>
  db.find(seen(institutionId, credentialId, nonce, since));
