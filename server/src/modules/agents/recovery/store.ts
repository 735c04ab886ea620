import { sql, typed, type Db, type TxDb } from '#platform/db';

type NewRecovery = {
  readonly id: string;
  readonly principal_id: string;
  readonly code_hash: Buffer;
  readonly created_at: Date;
  readonly expires_at: Date;
};

export function insertRecovery(db: TxDb, row: NewRecovery): void {
  db.write(typed(sql.insertInto('agents.recoveries').values(row)));
}

/** A code that was mailed and can still be used. */
export const findOpenRecovery = (db: Db, principalId: string, now: Date) =>
  db.find(
    typed(
      sql
        .selectFrom('agents.recoveries')
        .select('id')
        .where('principal_id', '=', principalId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now),
    ),
  );

export const findRecovery = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('agents.recoveries').select(['used_at', 'expires_at']).where('id', '=', id)));

/** Uses the code up; undefined when it is unknown, expired or used. Of two at once one gets it. */
export const useRecovery = (db: TxDb, hashes: readonly Buffer[], now: Date) =>
  db.find(
    typed(
      sql
        .updateTable('agents.recoveries')
        .set({ used_at: now })
        .where('code_hash', 'in', hashes)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('principal_id'),
    ),
  );
