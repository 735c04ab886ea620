import { prepared, preparedInsert, sql, typed, type Db, type TxDb } from '#platform/db';

const insertPrincipalRow = preparedInsert('access.principals', ['id', 'status', 'livemode', 'created_at']);

export function insertPrincipal(db: TxDb, row: Parameters<typeof insertPrincipalRow>[0]): void {
  db.write(insertPrincipalRow(row));
}

const principal = prepared<[id: string], { status: string; livemode: boolean }>(
  'agent-keys.find-principal',
  'select status, livemode from access.principals where id = $1',
);

export const findPrincipal = (db: Db, id: string) => db.find(principal(id));

const principals = prepared<[ids: readonly string[]], { id: string; status: string }>(
  'agent-keys.list-principals',
  'select id, status from access.principals where id = any($1::text[])',
);

export const listPrincipals = (db: Db, ids: readonly string[]) => db.many(principals(ids));

export const lockPrincipal = (db: TxDb, id: string) =>
  db.find(
    typed(sql.selectFrom('access.principals').select(['status', 'livemode']).where('id', '=', id).forNoKeyUpdate()),
  );

export const updatePrincipalStatus = (db: Db, id: string, status: string) =>
  db.find(typed(sql.updateTable('access.principals').set({ status }).where('id', '=', id).returning('id')));
