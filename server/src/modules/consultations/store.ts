import assert from 'node:assert/strict';
import { prepared, preparedInsert, sql, typed, type Db, type TxDb } from '#platform/db';

export type NewConsultation = {
  readonly id: string;
  readonly source: string;
  readonly sourceId: string;
  readonly priority: boolean;
  readonly test: boolean;
  readonly openedAt: Date;
};

// People read the number on the telephone; one of the sandbox must not look live (decision 109).
const insert = prepared<
  [id: string, source: string, sourceId: string, priority: boolean, test: boolean, openedAt: Date],
  { id: string; number: string }
>(
  'consultations.insert',
  `insert into consultations.consultations (id, number, source, source_id, priority, test, opened_at)
   values ($1, case when $5 then 'CN-T' || lpad(nextval('consultations.test_number')::text, 7, '0')
     else 'CN-' || lpad(nextval('consultations.live_number')::text, 8, '0') end, $2, $3, $4, $5, $6)
   returning id, number`,
);

const toQuery = (row: NewConsultation) =>
  insert(row.id, row.source, row.sourceId, row.priority, row.test, row.openedAt);

export function insertConsultation(db: TxDb, row: NewConsultation): void {
  db.write(toQuery(row));
}

export async function insertNumbered(db: TxDb, row: NewConsultation): Promise<{ id: string; number: string }> {
  const inserted = await db.find(toQuery(row));
  assert(inserted !== undefined, 'an insert returns its row');
  return inserted;
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
export function listOpen(db: Db, after: BoardPlace | undefined, { limit, test }: { limit: number; test: boolean }) {
  let query = sql
    .selectFrom('consultations.consultations')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('test', '=', test)
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
