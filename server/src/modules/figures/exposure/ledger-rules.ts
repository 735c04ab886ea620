import { dayOf, monthOf } from '#lib/time/dates';
import type { OfferParts } from '#lib/numbers/offer-parts';
import type { ReferredLoan } from '#modules/referrals';
import { computeExposure, type Exposure, type ProgramTerms, type UnknownReason } from './rules.ts';
import type { ExposureTotals, ExposureView, LedgerRow } from './schemas.ts';
import type { LoanStatement, TermsRow } from './store.ts';

/** All inputs of an exposure. */
export type KnownLoan = {
  readonly loan: ReferredLoan;
  /** Undefined before there is a case. */
  readonly money: { readonly offer: OfferParts; readonly settlement: OfferParts } | undefined;
  readonly terms: TermsRow | undefined;
  readonly stated: LoanStatement | undefined;
};

/**
 * The terms for the day a referral was made, with their full history, newest first: terms for later days do not change its figures.
 * Once it is settled, later corrections do not either; if no terms had been set by then, the first ones count.
 */
export function termsAt(
  rows: readonly TermsRow[],
  { institutionId, createdAt, settledAt }: ReferredLoan,
): TermsRow | undefined {
  const madeOn = dayOf(createdAt);
  const own = rows.filter((row) => row.institutionId === institutionId && row.effectiveOn <= madeOn);
  if (settledAt === null) return own[0];
  const earliest = (one: TermsRow, other: TermsRow): number => one.setAt.getTime() - other.setAt.getTime();
  return own.find(({ setAt }) => setAt <= settledAt) ?? own.toSorted(earliest)[0];
}

type Figures = Omit<
  LedgerRow,
  'referral_id' | 'institution_id' | 'external_ref' | 'consultation_number' | 'settled_at'
>;

/**
 * Inputs and figures of one loan. The deductible is that of the settlement, then of the offer, then the submitted
 * one: the same for both sides, so that only the value changes the exposure.
 */
export function toFigures({ loan, money, terms, stated }: KnownLoan): Figures {
  const inputs = {
    payoffCents: stated?.payoffCents ?? loan.payoffCents ?? undefined,
    deductibleCents:
      money?.settlement.deductible?.cents ?? money?.offer.deductible?.cents ?? loan.deductibleCents ?? undefined,
    terms: toTerms(terms),
    financedValueCents: stated?.financedValueCents ?? undefined,
    // For a settled referral, the values that its savings count; they are stored together or not at all.
    offerValueCents: loan.offerValueCents ?? money?.offer.value?.cents,
    settled: loan.settledAt !== null,
    settlementValueCents: loan.settlementValueCents ?? money?.settlement.value?.cents,
  };
  const fromStaff = stated !== undefined && stated.payoffCents !== null;
  return {
    payoff_cents: inputs.payoffCents ?? null,
    payoff_as_of: fromStaff ? stated.payoffAsOf : null,
    payoff_from: fromStaff ? 'staff' : 'institution',
    deductible_cents: inputs.deductibleCents ?? null,
    financed_value_cents: inputs.financedValueCents ?? null,
    ltv_cap_percent: inputs.terms.ltvCapPercent ?? null,
    deductible_cover_cents: inputs.terms.deductibleCoverCents ?? null,
    terms_from: terms?.effectiveOn ?? null,
    terms_set_at: terms?.setAt.toISOString() ?? null,
    offer_value_cents: inputs.offerValueCents ?? null,
    settlement_value_cents: inputs.settled ? (inputs.settlementValueCents ?? null) : null,
    ...toAmounts(computeExposure(inputs)),
  };
}

const toTerms = (row: TermsRow | undefined): ProgramTerms => ({
  ltvCapPercent: row?.ltvCapPercent ?? undefined,
  deductibleCoverCents: row?.deductibleCoverCents ?? undefined,
});

type Amounts = Pick<ExposureView, (keyof ExposureTotals & keyof ExposureView) | 'basis' | 'unknown'>;

function toAmounts({ before, after, change }: Exposure): Amounts {
  const known = change.kind === 'known';
  const reasons: readonly UnknownReason[] = known ? [] : change.reasons;
  return {
    before_cents: before.kind === 'known' ? before.exposureCents : null,
    after_cents: after.kind === 'known' ? after.exposureCents : null,
    reduction_cents: known ? change.reductionCents : null,
    growth_cents: known ? change.growthCents : null,
    surplus_cents: after.kind === 'known' ? after.surplusCents : null,
    beyond_program_cents: after.kind === 'known' ? after.beyondProgramCents : null,
    basis: known ? 'value' : 'unknown',
    unknown: [...reasons],
  };
}

const summed = [
  'before_cents',
  'after_cents',
  'reduction_cents',
  'growth_cents',
  'surplus_cents',
  'beyond_program_cents',
] as const;

/** Values known for one side only are left out, so that the sum of a column equals the sum of the ledger. */
export function toLedgerRow(known: KnownLoan & { readonly settledAt: Date }): LedgerRow {
  const figures = toFigures(known);
  return {
    referral_id: known.loan.id,
    institution_id: known.loan.institutionId,
    external_ref: known.loan.externalRef,
    consultation_number: known.loan.consultationNumber,
    settled_at: known.settledAt.toISOString(),
    ...figures,
    ...(figures.basis === 'value' ? {} : Object.fromEntries(summed.map((name) => [name, null]))),
  };
}

/** Only rows of a known basis are added up, so that before − reduction + growth = after holds for the sums too. */
export function computeTotals(rows: readonly LedgerRow[]): ExposureTotals {
  const known = rows.filter(({ basis }) => basis === 'value');
  const sums = summed.map((name) => [name, known.reduce((sum, row) => sum + (row[name] ?? 0), 0)] as const);
  return {
    settled: rows.length,
    known: known.length,
    unknown: rows.length - known.length,
    ...(Object.fromEntries(sums) as Record<(typeof summed)[number], number>),
  };
}

/** The months (UTC) with settlements, in order. */
export const computeMonths = (rows: readonly LedgerRow[]): ({ readonly month: string } & ExposureTotals)[] =>
  [...Map.groupBy(rows, ({ settled_at: at }) => monthOf(new Date(at)))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, own]) => ({ month, ...computeTotals(own) }));
