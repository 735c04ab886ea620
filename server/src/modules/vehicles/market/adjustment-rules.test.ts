import { describe, expect, it } from 'vitest';
import { computeSlope, computeYearShare } from './adjustment-rules.ts';

const at = (points: readonly [miles: number, price: number][]) => points.map(([miles, price]) => ({ miles, price }));

describe('the price of a mile', () => {
  it.each([
    [7999, 0.03],
    [8000, 0.05],
    [14_999, 0.05],
    [15_000, 0.07],
    [24_999, 0.07],
    [25_000, 0.1],
    [40_000, 0.1],
    [40_001, 0.14],
  ])('the price of a mile is by class at a median of $%d: $%d, below five comparables', (price, rate) => {
    const four = at([
      [10_000, price],
      [20_000, price],
      [30_000, price],
      [40_000, price],
    ]);
    expect(computeSlope(four, price)).toBe(-rate);
  });

  it('the price of a mile is that of the model instead of the class where it is known', () => {
    const rates = { mileShare: -4e-6, yearShare: 0.05, listings: 900 };
    expect(computeSlope([], 20_000, rates)).toBeCloseTo(-0.08, 10);
    // Never beyond what any mile costs.
    expect(computeSlope([], 200_000, rates)).toBe(-0.3);
  });

  it('the price of a mile is the sample’s own from five on, shrunk toward the class by n / (n + 12)', () => {
    const five = at(Array.from({ length: 5 }, (_, index) => [index * 10_000, 22_000 - 0.2 * index * 10_000]));
    expect(computeSlope(five, 20_000)).toBeCloseTo((5 / 17) * -0.2 + (12 / 17) * -0.07, 10);
    const twelve = at(Array.from({ length: 12 }, (_, index) => [index * 10_000, 32_000 - 0.2 * index * 10_000]));
    expect(computeSlope(twelve, 20_000)).toBeCloseTo(0.5 * -0.2 + 0.5 * -0.07, 10);
  });

  it.each([
    ['rises with miles', 0.5, -0.01],
    ['falls by a dollar a mile', -1, -0.3],
  ])('the slope of a sample whose price %s is clamped before it is shrunk', (_how, slope, clamped) => {
    const sample = at(Array.from({ length: 12 }, (_, index) => [index * 2000, 20_000 + slope * index * 2000]));
    expect(computeSlope(sample, 20_000)).toBeCloseTo(0.5 * clamped + 0.5 * -0.07, 10);
  });

  it('the price of a mile is by class where all odometers are within a thousand miles', () => {
    expect(computeSlope(at(Array.from({ length: 20 }, (_, index) => [50_000 + index, 20_000 - index])), 20_000)).toBe(
      -0.07,
    );
  });
});

describe('the price of a model year', () => {
  const of = (year: number, count: number, price: number) => Array.from({ length: count }, () => ({ year, price }));

  it('the price of a model year is zero where all are of one year, and the general one where all are of others', () => {
    expect(computeYearShare(of(2019, 20, 20_000), 2019)).toBeUndefined();
    expect(computeYearShare(of(2020, 20, 20_000), 2019)).toBe(0.06);
    expect(computeYearShare(of(2020, 20, 20_000), 2019, { mileShare: -4e-6, yearShare: 0.04, listings: 99 })).toBe(
      0.04,
    );
  });

  it('the price of a model year is the sample’s own as far as it has both sides', () => {
    const sample = [...of(2019, 6, 20_000), ...of(2020, 40, 22_000)];
    expect(computeYearShare(sample, 2019)).toBeCloseTo(0.5 * Math.log(1.1) + 0.5 * 0.06, 10);
    expect(computeYearShare([...of(2019, 2, 20_000), ...of(2020, 40, 22_000)], 2019)).toBe(0.06);
  });

  it('the price of a model year is never negative', () => {
    const sample = [...of(2019, 6, 22_000), ...of(2020, 6, 20_000)];
    expect(computeYearShare(sample, 2019)).toBeCloseTo(0.5 * 0.06, 10);
  });
});
