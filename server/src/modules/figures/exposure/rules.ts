/**
 * GAP exposure: what a loan leaves uncovered by the insurer, as far as the institution's GAP program bears it.
 *
 * Shortfall: payoff less what the insurer pays, and the insurer pays the vehicle's value less the deductible
 * (https://insurancecurator.com/?p=17843: balance − (ACV − deductible); the same, with the deductible added, at
 * https://uat02.cnanational.com/products/guaranteed-asset-protection).
 * Deductible cover and LTV cap: programs cover the deductible up to an amount, and no part of a loan beyond a share of
 * the vehicle's value when the loan was made (https://www.americascu.org/trustage: up to $1,000, and 150 %).
 *
 * One basis for both sides: the value before tax and fees, as for improvements (docs/decisions/0042). What cannot be
 * known is unknown, with the reason, and never zero. All amounts are whole cents.
 */
export const unknownReasons = [
  'payoff_unknown',
  'deductible_unknown',
  'financed_value_unknown',
  'offer_value_unknown',
  'not_settled',
  'settlement_value_unknown',
] as const;
export type UnknownReason = (typeof unknownReasons)[number];

/** An absent term is unknown: without a cap no part of the loan, without a cover no part of the deductible is left out. */
export type ProgramTerms = {
  readonly ltvCapPercent?: number | undefined;
  readonly deductibleCoverCents?: number | undefined;
};

export type ExposureInputs = {
  readonly payoffCents: number | undefined;
  readonly deductibleCents: number | undefined;
  readonly terms: ProgramTerms;
  /** The vehicle's value when the loan was made; required with an LTV cap. */
  readonly financedValueCents: number | undefined;
  readonly offerValueCents: number | undefined;
  readonly settled: boolean;
  readonly settlementValueCents: number | undefined;
};

/** The remainder after one payment of the insurer. */
type KnownSide = {
  readonly kind: 'known';
  readonly exposureCents: number;
  /** Not covered by the program either: beyond its cap, or part of the deductible. The borrower owes it. */
  readonly beyondProgramCents: number;
  /** The amount paid above the payoff, which is the borrower's. */
  readonly surplusCents: number;
};
type UnknownSide = { readonly kind: 'unknown'; readonly reasons: readonly UnknownReason[] };
export type Side = KnownSide | UnknownSide;

export type Exposure = {
  /** According to the insurer's first offer. */
  readonly before: Side;
  /** According to the settlement. */
  readonly after: Side;
  /** A settlement below the first offer is shown as growth instead of a reduction of zero. */
  readonly change:
    | { readonly kind: 'known'; readonly reductionCents: number; readonly growthCents: number }
    | UnknownSide;
};

export function computeExposure(inputs: ExposureInputs): Exposure {
  const { offerValueCents, settlementValueCents, settled } = inputs;
  const before = computeSide(inputs, offerValueCents, 'offer_value_unknown');
  const after = computeSide(
    inputs,
    settled ? settlementValueCents : undefined,
    settled ? 'settlement_value_unknown' : 'not_settled',
  );
  if (before.kind === 'unknown' || after.kind === 'unknown') {
    const reasons = [before, after].flatMap((side) => (side.kind === 'unknown' ? side.reasons : []));
    return { before, after, change: { kind: 'unknown', reasons: [...new Set(reasons)] } };
  }
  const moved = before.exposureCents - after.exposureCents;
  return {
    before,
    after,
    change: { kind: 'known', reductionCents: Math.max(0, moved), growthCents: Math.max(0, -moved) },
  };
}

function computeSide(inputs: ExposureInputs, valueCents: number | undefined, missing: UnknownReason): Side {
  const { payoffCents, deductibleCents, financedValueCents, terms } = inputs;
  const { ltvCapPercent, deductibleCoverCents = Infinity } = terms;
  if (
    payoffCents === undefined ||
    deductibleCents === undefined ||
    valueCents === undefined ||
    (ltvCapPercent !== undefined && financedValueCents === undefined)
  ) {
    const reasons: [UnknownReason, boolean][] = [
      ['payoff_unknown', payoffCents === undefined],
      ['deductible_unknown', deductibleCents === undefined],
      ['financed_value_unknown', ltvCapPercent !== undefined && financedValueCents === undefined],
      [missing, valueCents === undefined],
    ];
    return { kind: 'unknown', reasons: reasons.flatMap(([reason, isMissing]) => (isMissing ? [reason] : [])) };
  }
  const coveredLoanCents =
    ltvCapPercent === undefined
      ? payoffCents
      : Math.min(payoffCents, Math.floor(((financedValueCents ?? 0) * ltvCapPercent) / 100));
  // An insurer deducts no more than the value.
  const takenCents = Math.min(deductibleCents, valueCents);
  const paidCents = valueCents - takenCents;
  const uncoveredDeductibleCents = Math.max(0, takenCents - deductibleCoverCents);
  const exposureCents = Math.max(0, coveredLoanCents - paidCents - uncoveredDeductibleCents);
  return {
    kind: 'known',
    exposureCents,
    beyondProgramCents: Math.max(0, payoffCents - paidCents) - exposureCents,
    surplusCents: Math.max(0, paidCents - payoffCents),
  };
}
