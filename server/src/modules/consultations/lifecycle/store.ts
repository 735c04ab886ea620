import { prepared, sql, typed, type Db } from '#platform/db';

export type BoardCursor = { readonly priority: boolean; readonly openedAt: string; readonly id: string };

/** Open consultations after a cursor: priority first, then the longest waiting. */
export function listOpenConsultations(
  db: Db,
  after: BoardCursor | undefined,
  { limit, test, now }: { limit: number; test: boolean; now: Date },
) {
  let query = sql
    .selectFrom('consultations.consultations')
    .selectAll()
    .where('closed_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
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

type MoneyRow = {
  readonly id: string;
  readonly source: string;
  readonly initial_offer_cents: number | null;
  readonly settlement_cents: number | null;
  readonly offer_parts: unknown;
  readonly settlement_parts: unknown;
};

const ofMany = prepared<[ids: readonly string[]], MoneyRow>(
  'consultations.list-money',
  `select id, source, initial_offer_cents, settlement_cents, offer_parts, settlement_parts
   from consultations.consultations where id = any($1::text[])`,
);

export const listMoneyRows = (db: Db, ids: readonly string[]) => db.many(ofMany(ids));
