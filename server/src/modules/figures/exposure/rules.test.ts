import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeExposure, type ExposureInputs, type Side } from './rules.ts';

const cents = fc.integer({ min: 0, max: 100_000_000 });
const near = fc.integer({ min: 0, max: 300_000 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** Large amounts, and small ones where cap, cover and payoff cross each other. */
const amount = fc.oneof(cents, near);

const inputs: fc.Arbitrary<ExposureInputs> = fc.record({
  payoffCents: amount,
  deductibleCents: fc.oneof(fc.constant(0), near),
  terms: fc.record({
    ltvCapPercent: maybe(fc.integer({ min: 1, max: 500 })),
    deductibleCoverCents: maybe(near),
  }),
  financedValueCents: amount,
  offerValueCents: amount,
  settled: fc.constant(true),
  settlementValueCents: amount,
});

const runs = { numRuns: 5000, seed: 18 };

const knownOf = (side: Side) => {
  if (side.kind === 'unknown') throw new Error(`unknown: ${side.reasons.join()}`);
  return side;
};

const changeOf = (given: ExposureInputs) => {
  const { before, after, change } = computeExposure(given);
  if (change.kind === 'unknown') throw new Error(`unknown: ${change.reasons.join()}`);
  return { before: knownOf(before), after: knownOf(after), change };
};

const example: ExposureInputs = {
  payoffCents: 2_500_000,
  deductibleCents: 100_000,
  terms: {},
  financedValueCents: undefined,
  offerValueCents: 1_900_000,
  settled: true,
  settlementValueCents: 2_150_000,
};

describe('GAP exposure', () => {
  it('exposure is payoff less value less deductible, before by the first offer and after by the settlement', () => {
    expect(computeExposure(example)).toEqual({
      before: { kind: 'known', exposureCents: 700_000, beyondProgramCents: 0, surplusCents: 0 },
      after: { kind: 'known', exposureCents: 450_000, beyondProgramCents: 0, surplusCents: 0 },
      change: { kind: 'known', reductionCents: 250_000, growthCents: 0 },
    });
  });

  it('exposure leaves amounts beyond the LTV cap and the deductible cover to the borrower', () => {
    const terms = { ltvCapPercent: 125, deductibleCoverCents: 50_000 };
    const { before, after, change } = changeOf({ ...example, terms, financedValueCents: 1_920_000 });
    // 125 % of 19,200 is 24,000; of the deductible of 1,000 half is covered.
    expect(before).toMatchObject({ exposureCents: 550_000, beyondProgramCents: 150_000 });
    expect(after).toMatchObject({ exposureCents: 300_000, beyondProgramCents: 150_000 });
    expect(change).toMatchObject({ reductionCents: 250_000 });
  });

  it('exposure counts a reduction only down to the payoff, and the rest is the borrower’s surplus', () => {
    const { before, after, change } = changeOf({ ...example, settlementValueCents: 2_700_000 });
    expect([before.exposureCents, after.exposureCents, after.surplusCents]).toEqual([700_000, 0, 100_000]);
    expect(change.reductionCents).toBe(700_000);
  });

  it('exposure shows a settlement below the first offer as growth', () => {
    const { change } = changeOf({ ...example, settlementValueCents: 1_800_000 });
    expect([change.reductionCents, change.growthCents]).toEqual([0, 100_000]);
  });

  it('exposure equals the payoff when the insurer pays nothing, however large the deductible is', () => {
    const { before } = changeOf({ ...example, offerValueCents: 50_000 });
    expect(before.exposureCents).toBe(2_500_000);
  });

  it.each([
    ['payoff_unknown', { payoffCents: undefined }],
    ['deductible_unknown', { deductibleCents: undefined }],
    ['financed_value_unknown', { terms: { ltvCapPercent: 125 } }],
    ['offer_value_unknown', { offerValueCents: undefined }],
    ['settlement_value_unknown', { settlementValueCents: undefined }],
    ['not_settled', { settled: false }],
  ] as const)('exposure is unknown for the reason %s, and never zero', (reason, missing) => {
    const { change } = computeExposure({ ...example, ...missing });
    expect(change).toEqual({ kind: 'unknown', reasons: [reason] });
  });

  it('exposure before the settlement is known', () => {
    const { before, after } = computeExposure({ ...example, settled: false });
    expect([before.kind, after.kind]).toEqual(['known', 'unknown']);
  });

  it('exposure is never below zero, and 0 ≤ reduction ≤ before, for any loan, terms and payments', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { before, after, change } = changeOf(given);
        const { reductionCents: reduction, growthCents: growth } = change;
        expect(before.exposureCents).toBeGreaterThanOrEqual(0);
        expect(reduction).toBeGreaterThanOrEqual(0);
        expect(reduction).toBeLessThanOrEqual(before.exposureCents);
        expect(before.exposureCents - reduction + growth).toBe(after.exposureCents);
        expect(Math.min(reduction, growth)).toBe(0);
      }),
      runs,
    );
  });

  it('exposure splits the shortfall between program and borrower, in whole cents', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { after } = changeOf(given);
        const { payoffCents = 0, deductibleCents = 0, settlementValueCents: value = 0 } = given;
        const paid = Math.max(0, value - deductibleCents);
        expect(after.beyondProgramCents).toBeGreaterThanOrEqual(0);
        expect(after.exposureCents + after.beyondProgramCents - after.surplusCents).toBe(payoffCents - paid);
        expect(Number.isInteger(after.exposureCents)).toBe(true);
      }),
      runs,
    );
  });

  it('exposure only falls, and a reduction only grows, when the settlement grows', () => {
    fc.assert(
      fc.property(inputs, near, (given, more) => {
        const one = changeOf(given);
        const other = changeOf({ ...given, settlementValueCents: (given.settlementValueCents ?? 0) + more });
        expect(other.after.exposureCents).toBeLessThanOrEqual(one.after.exposureCents);
        expect(other.change.reductionCents).toBeGreaterThanOrEqual(one.change.reductionCents);
      }),
      runs,
    );
  });
});
