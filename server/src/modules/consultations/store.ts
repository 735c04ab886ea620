import { preparedInsert, sql, typed, type Db, type TxDb } from '#platform/db';

const insert = preparedInsert('consultations.consultations', ['id', 'source', 'source_id', 'priority', 'opened_at']);

export function insertConsultation(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

export const findConsultation = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('consultations.consultations').selectAll().where('id', '=', id)));
