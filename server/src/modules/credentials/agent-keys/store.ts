import { prepared, preparedInsert, sql, typed, type Db, type TxDb } from '#platform/db';

const insertKey = preparedInsert('credentials.agent_keys', ['id', 'principal_id', 'key_hash', 'prefix', 'created_at']);

export function insertAgentKey(db: TxDb, row: Parameters<typeof insertKey>[0]): void {
  db.write(insertKey(row));
}

type LivingKey = { id: string; principal_id: string; last_used_at: Date | null; livemode: boolean };

const livingKey = prepared<[hashes: Buffer[]], LivingKey>(
  'agent-keys.find-agent-key',
  `select k.id, k.principal_id, k.last_used_at, p.livemode
   from credentials.agent_keys k join credentials.principals p on p.id = k.principal_id
   where k.key_hash = any($1::bytea[]) and k.revoked_at is null and p.status = 'active'`,
);

/** A key that is not revoked and whose principal is neither suspended nor unverified. */
export const findLivingKey = (db: Db, hashes: Buffer[]) => db.find(livingKey(hashes));

export const recheckKey = prepared<[principalId: string, id: string], never>(
  'agent-keys.recheck',
  'select credentials.recheck_agent_key($1, $2)',
);

const touch = prepared<[id: string, now: Date], never>(
  'agent-keys.touch-agent-key',
  'update credentials.agent_keys set last_used_at = $2 where id = $1',
);

export const updateLastUsed = (db: Db, id: string, now: Date) => db.many(touch(id, now));

/** Undefined if a concurrent rotation revoked the key first. */
export const revokeKey = (db: TxDb, id: string, now: Date) =>
  db.find(
    typed(
      sql
        .updateTable('credentials.agent_keys')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning('id'),
    ),
  );

export function revokeKeysOf(db: TxDb, principalId: string, now: Date): void {
  db.write(
    typed(
      sql
        .updateTable('credentials.agent_keys')
        .set({ revoked_at: now })
        .where('principal_id', '=', principalId)
        .where('revoked_at', 'is', null),
    ),
  );
}

export const listLivingKeys = (db: Db, principalId: string) =>
  db.many(
    typed(
      sql
        .selectFrom('credentials.agent_keys')
        .select(['prefix', 'created_at', 'last_used_at'])
        .where('principal_id', '=', principalId)
        .where('revoked_at', 'is', null),
    ),
  );

const insertPrincipalRow = preparedInsert('credentials.principals', ['id', 'status', 'livemode', 'created_at']);

export function insertPrincipal(db: TxDb, row: Parameters<typeof insertPrincipalRow>[0]): void {
  db.write(insertPrincipalRow(row));
}

const principal = prepared<[id: string], { status: string; livemode: boolean }>(
  'agent-keys.find-principal',
  'select status, livemode from credentials.principals where id = $1',
);

export const findPrincipal = (db: Db, id: string) => db.find(principal(id));

const principals = prepared<[ids: readonly string[]], { id: string; status: string }>(
  'agent-keys.list-principals',
  'select id, status from credentials.principals where id = any($1::text[])',
);

export const listPrincipals = (db: Db, ids: readonly string[]) => db.many(principals(ids));

export const lockPrincipal = (db: TxDb, id: string) =>
  db.find(
    typed(
      sql.selectFrom('credentials.principals').select(['status', 'livemode']).where('id', '=', id).forNoKeyUpdate(),
    ),
  );

export const updatePrincipalStatus = (db: Db, id: string, status: string) =>
  db.find(typed(sql.updateTable('credentials.principals').set({ status }).where('id', '=', id).returning('id')));
