import { prepared, type Db } from '#platform/db';

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
