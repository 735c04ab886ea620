import { centsToText } from '#lib/money';
import { toCsv } from '#lib/csv';
import type { StatementPaper } from './list-statements.ts';

const header = [
  'statement',
  'institution',
  'period',
  'issued_on',
  'due_on',
  'plan',
  'quantity',
  'unit_price',
  'amount',
  'currency',
];

/** Codes of plans are in lower case, so none of them is called this. */
const totalName = 'TOTAL';

/** A statement as a table: a row for each plan, and one for their sum. */
export function writeStatementCsv({ institution, statement }: StatementPaper): string {
  const { number, period, issued_at, due_at, currency, lines } = statement;
  const same = [number, institution, period, issued_at.slice(0, 10), due_at.slice(0, 10)];
  return toCsv([
    header,
    ...lines.map(({ plan, quantity, unit_price_cents: price, amount_cents: amount }) => [
      ...same,
      plan,
      quantity,
      centsToText(price),
      centsToText(amount),
      currency,
    ]),
    [...same, totalName, statement.enrollment_count, '', centsToText(statement.amount_cents), currency],
  ]);
}
