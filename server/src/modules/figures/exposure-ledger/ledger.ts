import type { Ctx } from '#context';
import { toCsv } from '#lib/csv/csv';
import { centsToText } from '#lib/numbers/money';
import { addDays, dayOf, startOfDay } from '#lib/time/dates';
import { listSettledLoans } from '#modules/referrals';
import { validationFailed } from '#platform/errors';
import { listKnownLoans, requireReader } from '../exposure/exposure.ts';
import { computeMonths, computeTotals, toLedgerRow } from '../exposure/ledger-rules.ts';
import type { ExposureLedger, LedgerQuery, LedgerRow, LedgerSpan } from '../exposure/schemas.ts';
import type { Tenant } from '#modules/partners';
import { ledgerTooLong } from '../exposure/errors.ts';

/** Far more settlements than an institution has in two years; about ten megabytes of JSON. */
const readableRowsMax = 10_000;

/**
 * Every referral of an institution that was settled in a period, with its exposure before and after. Chart, CSV and
 * PDF are built only from these rows. Undefined is every institution, which only the team may request.
 */
export async function getExposureLedger(
  ctx: Ctx,
  institutionId: string | undefined,
  span: LedgerSpan,
): Promise<ExposureLedger> {
  const rows = await listLedgerRows(ctx, institutionId, { ...span, limit: readableRowsMax });
  if (rows === undefined) throw ledgerTooLong(readableRowsMax);
  return {
    object: 'gap.exposure_ledger',
    livemode: span.livemode,
    institution_id: institutionId ?? null,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    currency: 'USD',
    totals: computeTotals(rows),
    by_month: computeMonths(rows),
    rows,
  };
}

type Span = { readonly from: Date; readonly to: Date };
type Exposure = { readonly before_cents: number; readonly after_cents: number };

/** As many as the sums add up. */
const totalRowsMax = 50_000;

/** Exposure before and after for settlements of a short time, by referral; only for those that a sum counts. */
export async function findExposures(
  ctx: Ctx,
  { institutionId, livemode }: Tenant,
  span: Span,
): Promise<ReadonlyMap<string, Exposure>> {
  const rows = (await listLedgerRows(ctx, institutionId, { livemode, ...span, limit: totalRowsMax })) ?? [];
  return new Map(
    rows.flatMap(({ referral_id: id, before_cents: before, after_cents: after }) =>
      before === null || after === null ? [] : [[id, { before_cents: before, after_cents: after }] as const],
    ),
  );
}

/** Sums need no room on a page: more settlements than all institutions have in two years. */
const rowsMax = 50_000;

/** The sums of a ledger without its rows, in total and by month; undefined when it is too long to be added up. */
export async function findExposureTotals(
  ctx: Ctx,
  institutionId: string | undefined,
  span: LedgerSpan,
): Promise<Pick<ExposureLedger, 'totals' | 'by_month'> | undefined> {
  const rows = await listLedgerRows(ctx, institutionId, { ...span, limit: rowsMax });
  return rows && { totals: computeTotals(rows), by_month: computeMonths(rows) };
}

type Bounded = LedgerSpan & { readonly limit: number };

/** The rows of a ledger in the order of the settlements; undefined when there are more than the limit, never a part. */
async function listLedgerRows(
  ctx: Ctx,
  institutionId: string | undefined,
  { livemode, from, to, limit }: Bounded,
): Promise<LedgerRow[] | undefined> {
  requireReader(ctx.actor, { institutionId, livemode });
  const loans = await listSettledLoans(ctx, institutionId, { livemode, from, to, limit: limit + 1 });
  if (loans.length > limit) return undefined;
  return (await listKnownLoans(ctx, loans)).flatMap((known) =>
    known.loan.settledAt === null ? [] : [toLedgerRow({ ...known, settledAt: known.loan.settledAt })],
  );
}

/** As in the analytics of the partner interface (D-110). */
const usualDays = 365;
const maxDays = 731;

type ReadLedger = { readonly institutionId: string | undefined; readonly span: LedgerSpan };

/** The requested institution and period. */
export function readLedgerQuery(query: LedgerQuery, now: Date): ReadLedger {
  const to = query.to === undefined ? addDays(startOfDay(dayOf(now)), 1) : new Date(query.to);
  const from = query.from === undefined ? addDays(to, -usualDays) : new Date(query.from);
  if (from >= to) throw validationFailed([{ path: 'from', message: 'must be before to' }]);
  if (from < addDays(to, -maxDays))
    throw validationFailed([{ path: 'from', message: `must be at most ${maxDays} days before to` }]);
  return { institutionId: query.institution_id, span: { livemode: query.livemode !== 'false', from, to } };
}

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
  // The terms used: two ledgers of one period differ if terms were corrected in between.
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
