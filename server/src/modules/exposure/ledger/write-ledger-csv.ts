import { toCsv } from '#lib/csv/csv';
import { centsToText } from '#lib/numbers/money';
import type { ExposureLedger, LedgerRow } from '../schemas.ts';

const header = [
  'referral',
  'institution',
  'external_ref',
  'case',
  'settled_at',
  'payoff',
  'payoff_as_of',
  'payoff_from',
  'deductible',
  'financed_value',
  'ltv_cap_percent',
  'deductible_cover',
  'offer_value',
  'settlement_value',
  'exposure_before',
  'exposure_after',
  'reduction',
  'growth',
  'borrower_surplus',
  'beyond_program',
  'basis',
  'unknown',
  'currency',
  // Which terms: two ledgers of one period differ where terms were corrected between them.
  'terms_from',
  'terms_set_at',
];

/** An unknown amount is an empty field; zero is 0.00. */
const amount = (cents: number | null): string => (cents === null ? '' : centsToText(cents));

/** The ledger as CSV: a row for each referral, and one for the sums of those whose basis is known. */
export function writeLedgerCsv({ rows, totals, currency }: ExposureLedger): string {
  const sums = [
    totals.before_cents,
    totals.after_cents,
    totals.reduction_cents,
    totals.growth_cents,
    totals.surplus_cents,
    totals.beyond_program_cents,
  ].map(centsToText);
  const before = Array.from({ length: header.indexOf('exposure_before') - 1 }, () => '');
  return toCsv([
    header,
    ...rows.map((row) => [...toFields(row), currency, row.terms_from ?? '', row.terms_set_at ?? '']),
    ['TOTAL', ...before, ...sums, `${totals.known} known`, `${totals.unknown} unknown`, currency, '', ''],
  ]);
}

const toFields = (row: LedgerRow): (string | number)[] => [
  row.referral_id,
  row.institution_id,
  row.external_ref ?? '',
  row.consultation_number ?? '',
  row.settled_at,
  amount(row.payoff_cents),
  row.payoff_as_of ?? '',
  row.payoff_from,
  amount(row.deductible_cents),
  amount(row.financed_value_cents),
  row.ltv_cap_percent ?? '',
  amount(row.deductible_cover_cents),
  amount(row.offer_value_cents),
  amount(row.settlement_value_cents),
  amount(row.before_cents),
  amount(row.after_cents),
  amount(row.reduction_cents),
  amount(row.growth_cents),
  amount(row.surplus_cents),
  amount(row.beyond_program_cents),
  row.basis,
  row.unknown.join(' '),
];
