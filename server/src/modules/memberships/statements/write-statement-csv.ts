import { centsToText } from '#lib/numbers/money';
import { toCsv } from '#lib/csv/csv';
import type { PrintableStatement } from './get-statement.ts';

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

/** Plan codes are in lower case, so no plan has this name. */
const totalName = 'TOTAL';

/** A statement as CSV: a row for each plan, and one for their sum. */
export function writeStatementCsv({ institution, statement }: Omit<PrintableStatement, 'parties'>): string {
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
