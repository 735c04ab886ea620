import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

type NewKey = {
  readonly institution_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly role: string;
  readonly label: string | null;
  readonly key_hash: Buffer;
  readonly prefix: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
};

export function insertPartnerKey(db: TxDb, row: NewKey): void {
  db.write(typed(sql.insertInto('access.partner_keys').values(row)));
}

type StoredKey = {
  readonly institution_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly role: 'full' | 'read_only';
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly institution_status: string;
};

const byHash = prepared<[hashes: Buffer[]], StoredKey>(
  'partner-credentials.find-partner-key',
  `select k.institution_id, k.id, k.livemode, k.role, k.expires_at, k.revoked_at, k.last_used_at,
     p.status as institution_status
   from access.partner_keys k join access.principals p on p.id = k.institution_id
   where k.key_hash = any($1::bytea[])`,
);

export const findPartnerKeyByHash = (db: Db, hashes: Buffer[]) => db.find(byHash(hashes));

export const recheckPartnerKey = prepared<[institutionId: string, id: string, now: Date], never>(
  'partner-credentials.recheck-partner-key',
  'select access.recheck_partner_key($1, $2, $3)',
);

const touch = prepared<[institutionId: string, id: string, now: Date], never>(
  'partner-credentials.touch-partner-key',
  'update access.partner_keys set last_used_at = $3 where institution_id = $1 and id = $2',
);

export const touchPartnerKey = (db: Db, key: Pick<StoredKey, 'institution_id' | 'id'>, now: Date) =>
  db.many(touch(key.institution_id, key.id, now));

const columns = [
  'id',
  'livemode',
  'role',
  'label',
  'prefix',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const;

export const listPartnerKeyRows = (db: Db, institutionId: string) =>
  db.many(
    typed(
      sql
        .selectFrom('access.partner_keys')
        .select([...columns])
        .where('institution_id', '=', institutionId)
        .orderBy('id', 'desc')
        .limit(500),
    ),
  );

export const findPartnerKeyRow = (db: Db, institutionId: string, id: string) =>
  db.find(
    typed(
      sql
        .selectFrom('access.partner_keys')
        .select([...columns])
        .where('institution_id', '=', institutionId)
        .where('id', '=', id),
    ),
  );

const revoke = prepared<[institutionId: string, id: string, now: Date], { id: string }>(
  'partner-credentials.revoke-partner-key',
  `update access.partner_keys set revoked_at = coalesce(revoked_at, $3)
   where institution_id = $1 and id = $2 returning id`,
);

/** Keeps the time of the first revocation; undefined when there is no such key. */
export const revokePartnerKeyRow = (db: Db, key: { institutionId: string; id: string }, now: Date) =>
  db.find(revoke(key.institutionId, key.id, now));
