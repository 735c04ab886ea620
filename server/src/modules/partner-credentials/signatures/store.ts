import type { SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

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
   from access.signed_credentials c join access.principals p on p.id = c.institution_id
   where c.id = $1`,
);

export const findCredential = (db: Db, id: string) => db.find(byId(id));

export const recheckCredential = prepared<[institutionId: string, id: string], never>(
  'partner-credentials.recheck-credential',
  'select access.recheck_signed_credential($1, $2)',
);

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
  'partner-credentials.activate-credential',
  `update access.signed_credentials set activated_at = $3
   where institution_id = $1 and id = $2 and activated_at is null and revoked_at is null returning id`,
);

/** Undefined when it was activated or revoked meanwhile. */
export const activateCredential = (db: Db, key: { institutionId: string; id: string }, now: Date) =>
  db.find(activate(key.institutionId, key.id, now));

const revoke = prepared<[institutionId: string, id: string, now: Date], { id: string }>(
  'partner-credentials.revoke-credential',
  `update access.signed_credentials set revoked_at = coalesce(revoked_at, $3)
   where institution_id = $1 and id = $2 returning id`,
);

export const revokeCredentialRow = (db: Db, key: { institutionId: string; id: string }, now: Date) =>
  db.find(revoke(key.institutionId, key.id, now));
