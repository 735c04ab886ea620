import { sql, typed, type Db, type TxDb } from '#platform/db';
import type { EndpointKey } from '../rules.ts';

type NewRecovery = {
  readonly id: string;
  readonly endpoint_id: string;
  readonly since: Date;
  readonly until: Date;
  readonly states: string[];
  readonly total: number;
  readonly created_at: Date;
};

export function insertRecovery(db: TxDb, row: NewRecovery): void {
  db.write(typed(sql.insertInto('webhooks.recoveries').values({ ...row, status: 'running' })));
}

export const findLatestRecovery = (db: Db, { accountId, id }: EndpointKey) =>
  db.find(
    typed(
      sql
        .selectFrom('webhooks.recoveries as r')
        .innerJoin('webhooks.endpoints as e', 'e.id', 'r.endpoint_id')
        .selectAll('r')
        .where('e.account_id', '=', accountId)
        .where('e.id', '=', id)
        .orderBy('r.created_at', 'desc')
        .limit(1),
    ),
  );

/** A recovery that no worker has locked. */
export const lockRunningRecovery = (db: TxDb) =>
  db.find(
    typed(
      sql
        .selectFrom('webhooks.recoveries')
        .selectAll()
        .where('status', '=', 'running')
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    ),
  );

type RecoveryProgress = {
  readonly id: string;
  readonly cursorAt: Date;
  readonly cursorId: string;
  readonly recovered: number;
};

export function updateRecoveryProgress(db: TxDb, { id, cursorAt, cursorId, recovered }: RecoveryProgress): void {
  db.write(
    typed(
      sql
        .updateTable('webhooks.recoveries')
        .set((set) => ({ place_at: cursorAt, place_id: cursorId, recovered: set('recovered', '+', recovered) }))
        .where('id', '=', id),
    ),
  );
}

export function updateRecoveryDone(db: TxDb, id: string, now: Date): void {
  db.write(
    typed(sql.updateTable('webhooks.recoveries').set({ status: 'done', finished_at: now }).where('id', '=', id)),
  );
}
