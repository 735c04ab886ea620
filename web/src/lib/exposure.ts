import type { Exposure, ResponseOf } from '#api/types.ts';
import { formatDateTime } from './format.ts';
import { formatCentsExact, parseDollars } from './money.ts';

const reasonWords: Readonly<Record<string, string>> = {
  payoff_unknown: 'the payoff is not known',
  deductible_unknown: 'the deductible is not known',
  financed_value_unknown: 'the program has an LTV cap and the vehicle’s value at loan origination is not known',
  offer_value_unknown: 'the pre-tax vehicle value in the first offer is not known',
  not_settled: 'nothing is settled yet',
  settlement_value_unknown: 'the pre-tax vehicle value in the settlement is not known',
};

/** Why a figure is unknown, in words. */
export const unknownWords = (reasons: readonly string[]): string =>
  reasons.map((reason) => reasonWords[reason] ?? reason.replaceAll('_', ' ')).join(', and ');

const amountOf = (cents: number | null): string => (cents === null ? 'unknown' : formatCentsExact(cents));

function payoffOf({ payoff_cents: cents, payoff_as_of: asOf }: Exposure): string {
  if (cents === null) return 'unknown';
  return `${formatCentsExact(cents)}, ${asOf === null ? 'from the lender, undated' : `as of ${asOf}`}`;
}

type Row = readonly [title: string, amount: string];

/** The inputs of the figure, then the figure; rows that matter only if they are not zero are left out. */
export function exposureRows(exposure: Exposure): Row[] {
  const { ltv_cap_percent: cap, deductible_cover_cents: cover } = exposure;
  const ifAny = (title: string, cents: number | null): Row[] => ((cents ?? 0) > 0 ? [[title, amountOf(cents)]] : []);
  return [
    ['Payoff', payoffOf(exposure)],
    ['Deductible', amountOf(exposure.deductible_cents)],
    ...(cap === null ? [] : [['Program’s LTV cap', `${cap} % of ${amountOf(exposure.financed_value_cents)}`] as const]),
    ...(cover === null ? [] : [['Deductible the program covers', `up to ${formatCentsExact(cover)}`] as const]),
    ['GAP at first offer', amountOf(exposure.before_cents)],
    ['GAP at settlement', amountOf(exposure.after_cents)],
    ['Reduction', amountOf(exposure.reduction_cents)],
    ...ifAny('Growth', exposure.growth_cents),
    ...ifAny('Surplus to the borrower', exposure.surplus_cents),
    ...ifAny('Left for the borrower to pay', exposure.beyond_program_cents),
  ];
}

type TypedLoan = { readonly payoff: string; readonly asOf: string; readonly financed: string };

const parse = (text: string): number | null | undefined => (text.trim() === '' ? null : parseDollars(text));

/** The input as the API expects it; undefined while an amount is invalid or a payoff has no date. */
export function loanBodyOf({ payoff, asOf, financed }: TypedLoan) {
  const [payoffCents, financedCents] = [parse(payoff), parse(financed)];
  if (payoffCents === undefined || financedCents === undefined) return undefined;
  if ((payoffCents === null) !== (asOf === '')) return undefined;
  return {
    payoff_cents: payoffCents,
    payoff_as_of: asOf === '' ? null : asOf,
    financed_value_cents: financedCents,
  };
}

export const capWords = (percent: number | null): string => (percent === null ? 'not known' : `${percent} %`);

export const coverWords = (cents: number | null): string =>
  cents === null ? 'not known' : `up to ${formatCentsExact(cents)}`;

type FormerTerms = ResponseOf<'GET /institutions/{institution_id}/gap-terms'>['data'][number]['former'][number];

/** Terms that were corrected, in one line. */
export const formerWords = (terms: FormerTerms): string =>
  `cap ${capWords(terms.ltv_cap_percent)}, deductible ${coverWords(terms.deductible_cover_cents)}, set ${formatDateTime(terms.set_at)}`;

export type TypedGapTerms = { readonly from: string; readonly cap: string; readonly cover: string };

/** Terms of a GAP program as the API expects them; undefined without a date, or while a value is not a number. */
export function gapTermsBodyOf({ from, cap, cover }: TypedGapTerms) {
  const coverCents = parse(cover);
  if (from === '' || coverCents === undefined || !/^\d{0,4}$/.test(cap.trim())) return undefined;
  return {
    effective_on: from,
    ltv_cap_percent: cap.trim() === '' ? null : Number(cap),
    deductible_cover_cents: coverCents,
  };
}
