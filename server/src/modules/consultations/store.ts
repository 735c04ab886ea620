import { prepared, preparedInsert, sql, typed, type Db, type TxDb } from '#platform/db';

const insert = preparedInsert('consultations.consultations', ['id', 'source', 'source_id', 'priority', 'opened_at']);

export function insertConsultation(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

export const findConsultation = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('consultations.consultations').selectAll().where('id', '=', id)));

const close = prepared<[ids: readonly string[], now: Date], never>(
  'consultations.close',
  `update consultations.consultations set closed_at = $2
   where id = any($1::text[]) and closed_at is null`,
);

export function updateClosed(db: TxDb, ids: readonly string[], now: Date): void {
  db.write(close(ids, now));
}

const insertCallRow = preparedInsert('consultations.calls', [
  'id',
  'consultation_id',
  'staff_id',
  'outcome',
  'note',
  'called_at',
]);

export function insertCall(db: TxDb, row: Parameters<typeof insertCallRow>[0]): void {
  db.write(insertCallRow(row));
}

export const listCalls = (db: Db, consultationId: string) =>
  db.many(
    typed(
      sql
        .selectFrom('consultations.calls')
        .select(['id', 'staff_id', 'outcome', 'note', 'called_at'])
        .where('consultation_id', '=', consultationId)
        .orderBy('called_at')
        .orderBy('id')
        .limit(200),
    ),
  );

export type BoardPlace = { readonly priority: boolean; readonly openedAt: string; readonly id: string };

/** Open consultations after a place: priority first, then who has waited longest. */
export function listOpen(db: Db, after: BoardPlace | undefined, limit: number) {
  let query = sql
    .selectFrom('consultations.consultations')
    .selectAll()
    .where('closed_at', 'is', null)
    .orderBy('priority', 'desc')
    .orderBy('opened_at')
    .orderBy('id')
    .limit(limit);
  if (after !== undefined) {
    query = query.where((where) =>
      where.or([
        where('priority', '<', after.priority),
        where.and([where('priority', '=', after.priority), where('opened_at', '>', new Date(after.openedAt))]),
        where.and([
          where('priority', '=', after.priority),
          where('opened_at', '=', new Date(after.openedAt)),
          where('id', '>', after.id),
        ]),
      ]),
    );
  }
  return db.many(typed(query));
}
