import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseRadius,
  computeFigures,
  computeSlope,
  decideCoverage,
  selectComparables,
  type Comparable,
} from './rules.ts';
import { sampleComparable } from './testing.ts';

const priced = (...prices: number[]) => prices.map((price) => sampleComparable({ price }));
const at = (points: readonly [miles: number, price: number][]) =>
  points.map(([miles, price]) => ({ ...sampleComparable({ price }), miles }));

describe('coverage', () => {
  it.each([
    [0, 'none'],
    [1, 'thin'],
    [11, 'thin'],
    [12, 'good'],
    [500, 'good'],
  ])('of %d comparables is %s [A-PRELIM-005]', (n, coverage) => {
    expect(decideCoverage(n)).toBe(coverage);
  });
});

describe('the market', () => {
  it('is the tenth percentile, the median and the ninetieth percentile of the prices [A-PRELIM-008]', () => {
    expect(computeFigures(priced(10_000, 20_000, 30_000, 40_000), undefined).market).toEqual({
      low: 13_000,
      mid: 25_000,
      high: 37_000,
    });
  });

  it('is in whole dollars, half of one rounded up [A-PRELIM-007]', () => {
    expect(computeFigures(priced(10_000, 10_001), undefined).market).toEqual({
      low: 10_000,
      mid: 10_001,
      high: 10_001,
    });
  });

  it('is rounded up at half a dollar also where floating point falls short of the half [A-PRELIM-007]', () => {
    const prices = Array.from({ length: 24 }, (_, index) => (index <= 20 ? 20_000 : 22_725));
    expect(computeFigures(priced(...prices), undefined).market?.high).toBe(21_908);
  });

  it('of nothing is nothing', () => {
    expect(computeFigures([], 50_000)).toEqual({
      sampleSize: 0,
      market: undefined,
      adjusted: undefined,
      slope: undefined,
      capped: 0,
    });
  });

  it('is also the adjusted one where no odometer is known', () => {
    const { market, adjusted, slope } = computeFigures(priced(10_000, 20_000, 30_000), undefined);
    expect([adjusted, slope]).toEqual([market, undefined]);
  });
});

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
  ])('is by class at a median of $%d: $%d, below five comparables', (price, rate) => {
    const four = at([
      [10_000, price],
      [20_000, price],
      [30_000, price],
      [40_000, price],
    ]);
    expect(computeSlope(four, price)).toBe(-rate);
  });

  it('is the sample’s own from five on, shrunk toward the class by n / (n + 12)', () => {
    const five = at(Array.from({ length: 5 }, (_, index) => [index * 10_000, 22_000 - 0.2 * index * 10_000]));
    expect(computeSlope(five, 20_000)).toBeCloseTo((5 / 17) * -0.2 + (12 / 17) * -0.07, 10);
    const twelve = at(Array.from({ length: 12 }, (_, index) => [index * 10_000, 32_000 - 0.2 * index * 10_000]));
    expect(computeSlope(twelve, 20_000)).toBeCloseTo(0.5 * -0.2 + 0.5 * -0.07, 10);
  });

  it.each([
    ['rises with miles', 0.5, -0.01],
    ['falls by a dollar a mile', -1, -0.3],
  ])('of a sample whose price %s is clamped before it is shrunk', (_how, slope, clamped) => {
    const sample = at(Array.from({ length: 12 }, (_, index) => [index * 2000, 20_000 + slope * index * 2000]));
    expect(computeSlope(sample, 20_000)).toBeCloseTo(0.5 * clamped + 0.5 * -0.07, 10);
  });

  it('is by class where all odometers are within a thousand miles', () => {
    expect(computeSlope(at(Array.from({ length: 20 }, (_, index) => [50_000 + index, 20_000 - index])), 20_000)).toBe(
      -0.07,
    );
  });
});

describe('the adjusted prices', () => {
  it('are those at the subject’s odometer: more miles, less money [A-PRELIM-009]', () => {
    const comparables = at(Array.from({ length: 12 }, (_, index) => [40_000 + index * 2000, 22_000 - index * 140]));
    const mids = [20_000, 51_000, 90_000].map((miles) => computeFigures(comparables, miles).adjusted?.mid ?? 0);
    expect(mids).toEqual([...mids].toSorted((one, other) => other - one));
    expect(new Set(mids).size).toBe(3);
    expect(mids[1]).toBe(computeFigures(comparables, undefined).market?.mid);
  });

  it('move by a fifth of the price at most, and the number of capped ones is reported', () => {
    const one = computeFigures(at([[0, 10_000]]), 1_000_000);
    expect([one.adjusted?.mid, one.capped, one.slope]).toEqual([8000, 1, -0.05]);
    const other = computeFigures(at([[500_000, 10_000]]), 0);
    expect([other.adjusted?.mid, other.capped]).toEqual([12_000, 1]);
    expect(computeFigures(at([[0, 10_000]]), 40_000)).toMatchObject({ adjusted: { mid: 8000 }, capped: 0 });
  });

  it('leave out comparables without an odometer, which still count for the market', () => {
    const placed = at(Array.from({ length: 5 }, () => [50_000, 10_000]));
    const others = Array.from({ length: 5 }, () => sampleComparable({ miles: undefined, price: 30_000 }));
    expect(computeFigures([...placed, ...others], 50_000)).toMatchObject({
      sampleSize: 10,
      market: { mid: 20_000 },
      adjusted: { low: 10_000, mid: 10_000, high: 10_000 },
    });
    const tooFew = computeFigures([...placed.slice(1), ...others], 90_000);
    expect([tooFew.adjusted, tooFew.slope, tooFew.capped]).toEqual([tooFew.market, undefined, 0]);
    const none = computeFigures([sampleComparable({ miles: undefined })], 50_000);
    expect([none.adjusted, none.slope]).toEqual([none.market, undefined]);
  });
});

describe('a vehicle that is listed twice', () => {
  const vin = 'SYNTHETIC00000001';

  it('counts once, by its lowest price, and of equal prices by the one seen last', () => {
    const listings = [
      sampleComparable({ vin, price: 21_000 }),
      sampleComparable({ vin, price: 20_000, lastSeenAt: '2026-11-01T00:00:00.000Z', dealer: 'old' }),
      sampleComparable({ vin, price: 20_000, lastSeenAt: '2026-11-02T00:00:00.000Z', dealer: 'new' }),
    ];
    expect(selectComparables(listings)).toEqual([expect.objectContaining({ price: 20_000, dealer: 'new' })]);
  });

  it('counts twice where its VIN is unknown', () => {
    expect(selectComparables(priced(20_000, 20_000))).toHaveLength(2);
  });
});

describe('an outlier', () => {
  it('is dropped beyond 3.5 median absolute deviations', () => {
    const near = priced(18_000, 19_000, 20_000, 21_000, 22_000);
    expect(selectComparables([...near, ...priced(23_500)])).toHaveLength(6);
    expect(selectComparables([...near, ...priced(90_000)]).map(({ price }) => price)).toEqual([
      18_000, 19_000, 20_000, 21_000, 22_000,
    ]);
  });
});

describe('the circle', () => {
  const ring = (count: number, distanceMiles: number) =>
    Array.from({ length: count }, (_, index) => sampleComparable({ distanceMiles, price: 20_000 + index }));

  it.each<[string, Comparable[], { radius: number; count: number }]>([
    ['50 miles hold 12', [...ring(12, 50), ...ring(30, 51)], { radius: 50, count: 12 }],
    ['50 miles hold 11', [...ring(11, 50), ...ring(1, 100)], { radius: 100, count: 12 }],
    ['150 miles are needed', [...ring(5, 10), ...ring(6, 99), ...ring(4, 150)], { radius: 150, count: 15 }],
    ['250 miles are needed', [...ring(11, 10), ...ring(9, 250)], { radius: 250, count: 20 }],
    ['nowhere are 12', ring(3, 20), { radius: 250, count: 3 }],
    ['nothing is there', [], { radius: 250, count: 0 }],
  ])('is the first that gives 12: %s', (_when, found, { radius, count }) => {
    const chosen = chooseRadius(found, 250);
    expect([chosen.radius, chosen.comparables.length, chosen.enough]).toEqual([radius, count, count >= 12]);
  });

  it('counts after everything else was dropped', () => {
    const twice = ring(6, 10).map((one, index) => ({ ...one, vin: `SYNTHETIC0000000${index}` }));
    const again = twice.map((one) => ({ ...one, sourceId: `${one.sourceId}-again` }));
    expect(chooseRadius([...twice, ...again, ...ring(6, 120)], 250)).toMatchObject({ radius: 150, enough: true });
    const odd = sampleComparable({ distanceMiles: 5, price: 900_000 });
    expect(chooseRadius([...ring(11, 10), odd, ...ring(1, 240)], 250)).toMatchObject({ radius: 250 });
  });
});

describe('whatever is advertised', () => {
  const comparable = fc
    .record({
      price: fc.integer({ min: 500, max: 300_000 }),
      miles: fc.option(fc.integer({ min: 0, max: 400_000 }), { nil: undefined }),
      vin: fc.option(
        fc.integer({ min: 0, max: 30 }).map((n) => `SYNTHETIC${String(n).padStart(8, '0')}`),
        {
          nil: undefined,
        },
      ),
      distanceMiles: fc.integer({ min: 0, max: 250 }),
    })
    .map((changes) => sampleComparable(changes));
  const sample = fc.array(comparable, { maxLength: 60 });
  const odometer = fc.option(fc.integer({ min: 0, max: 2_000_000 }), { nil: undefined });
  const figuresOf = (found: readonly Comparable[], miles: number | undefined) =>
    computeFigures(chooseRadius(found, 250).comparables, miles);

  it('low is at most mid and mid at most high, in whole dollars, adjusted or not [A-PRELIM-008, A-PRELIM-010]', () => {
    fc.assert(
      fc.property(sample, odometer, (found, miles) => {
        const { market, adjusted, sampleSize } = figuresOf(found, miles);
        expect(sampleSize === 0).toBe(market === undefined);
        for (const range of [market, adjusted]) {
          if (range === undefined) continue;
          expect(range.low <= range.mid && range.mid <= range.high).toBe(true);
          expect([range.low, range.mid, range.high].every(Number.isSafeInteger)).toBe(true);
        }
      }),
    );
  });

  it('the order of the listings changes nothing', () => {
    const shuffled = sample.chain((found) =>
      fc.tuple(fc.constant(found), fc.shuffledSubarray(found, { minLength: found.length })),
    );
    fc.assert(
      fc.property(shuffled, odometer, ([found, other], miles) => {
        expect(figuresOf(other, miles)).toEqual(figuresOf(found, miles));
      }),
    );
  });

  it('a listing of a known vehicle, at its price or above, changes nothing', () => {
    fc.assert(
      fc.property(sample, odometer, fc.tuple(fc.nat(), fc.nat({ max: 5000 })), (found, miles, [which, more]) => {
        const known = found.filter(({ vin }) => vin !== undefined);
        const one = known[which % Math.max(1, known.length)];
        fc.pre(one !== undefined);
        const again = { ...one, sourceId: `${one.sourceId}-again`, price: one.price + more };
        expect(figuresOf([...found, again], miles)).toEqual(figuresOf(found, miles));
      }),
    );
  });

  it('the slope stays between a cent and thirty', () => {
    fc.assert(
      fc.property(sample, (found) => {
        const { slope } = figuresOf(found, 50_000);
        expect(slope === undefined || (slope >= -0.3 && slope <= -0.01)).toBe(true);
      }),
    );
  });
});
