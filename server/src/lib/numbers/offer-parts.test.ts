import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { improvementOf, sumOf, type Figure, type OfferParts } from './offer-parts.ts';

const figure = (cents: number): Figure => ({ cents, from: 'staff' });
const amount = fc.integer({ min: 0, max: 10_000_000 }).map(figure);
const maybe = fc.option(amount, { nil: undefined });
const besides = fc.record({ tax: maybe, fees: maybe, other: maybe, deductible: maybe, total: maybe, stated: maybe });

describe('the improvement of an offer', () => {
  it('the improvement is value minus value', () => {
    expect(improvementOf({ value: figure(1_000_00) }, { value: figure(1_250_00) })).toEqual({
      kind: 'known',
      cents: 250_00,
    });
  });

  it('the improvement ignores tax, fees, a deductible or a total on either side', () => {
    const property = fc.property(
      fc.tuple(amount, besides),
      fc.tuple(amount, besides),
      ([before, first], [after, last]) => {
        const bare = improvementOf({ value: before }, { value: after });
        expect(improvementOf({ ...first, value: before }, { ...last, value: after })).toEqual(bare);
      },
    );
    fc.assert(property);
  });

  it('the improvement is unknown while the value of either side is, whatever else is known', () => {
    const property = fc.property(besides, besides, amount, (first: OfferParts, last: OfferParts, value) => {
      expect(improvementOf(first, last)).toEqual({ kind: 'unknown', missing: ['offer', 'settlement'] });
      expect(improvementOf({ ...first, value }, last)).toEqual({ kind: 'unknown', missing: ['settlement'] });
      expect(improvementOf(first, { ...last, value })).toEqual({ kind: 'unknown', missing: ['offer'] });
    });
    fc.assert(property);
  });
});

describe('the sum of the parts', () => {
  it('the sum adds tax, fees and other amounts, and subtracts the deductible', () => {
    const parts = { value: figure(20_000_00), tax: figure(1_250_00), fees: figure(75_00), deductible: figure(500_00) };
    expect(sumOf(parts)).toBe(20_825_00);
    expect(sumOf({ tax: figure(5) })).toBeUndefined();
  });
});
