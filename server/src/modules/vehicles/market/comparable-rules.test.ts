import { describe, expect, it } from 'vitest';
import { chooseRadius, decideCoverage, selectComparables, type Comparable } from './comparable-rules.ts';
import { sampleComparable } from './testing.ts';

const priced = (...prices: number[]) => prices.map((price) => sampleComparable({ price }));

describe('coverage', () => {
  it.each([
    [0, 'none'],
    [1, 'thin'],
    [11, 'thin'],
    [12, 'good'],
    [500, 'good'],
  ])('the coverage of %d comparables is %s [A-PRELIM-005]', (n, coverage) => {
    expect(decideCoverage(n)).toBe(coverage);
  });
});

describe('a vehicle that is listed twice', () => {
  const vin = 'SYNTHETIC00000001';

  it('a vehicle listed twice counts once, by its lowest price, and of equal prices by the one seen last', () => {
    const listings = [
      sampleComparable({ vin, price: 21_000 }),
      sampleComparable({ vin, price: 20_000, lastSeenAt: '2026-11-01T00:00:00.000Z', dealer: 'old' }),
      sampleComparable({ vin, price: 20_000, lastSeenAt: '2026-11-02T00:00:00.000Z', dealer: 'new' }),
    ];
    expect(selectComparables(listings)).toEqual([expect.objectContaining({ price: 20_000, dealer: 'new' })]);
  });

  it('a vehicle listed twice counts twice where its VIN is unknown', () => {
    expect(selectComparables(priced(20_000, 20_000))).toHaveLength(2);
  });

  it.each([
    ['2026-08-20', 22_000],
    ['2026-09-10', 21_000],
    ['2026-10-20', 20_000],
    // Between two prices the nearer one in time.
    ['2026-10-02', 20_000],
  ])('a vehicle counts around the loss of %s by the price of that day: $%d', (lossDay, price) => {
    const seen = (first: string, last: string, asked: number) =>
      sampleComparable({
        vin,
        price: asked,
        firstSeenAt: `${first}T00:00:00.000Z`,
        lastSeenAt: `${last}T00:00:00.000Z`,
      });
    const periods = [
      seen('2026-08-10', '2026-09-01', 22_000),
      seen('2026-09-02', '2026-09-20', 21_000),
      seen('2026-10-05', '2026-10-25', 20_000),
    ];
    expect(selectComparables(periods, lossDay).map((one) => one.price)).toEqual([price]);
  });
});

describe('an outlier', () => {
  it('an outlier is dropped beyond 3.5 median absolute deviations', () => {
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
  ])('the circle is the first that gives 12: %s', (_when, found, { radius, count }) => {
    const chosen = chooseRadius(found, 250);
    expect([chosen.radius, chosen.comparables.length, chosen.enough]).toEqual([radius, count, count >= 12]);
  });

  it('the circle counts after all other filters', () => {
    const twice = ring(6, 10).map((one, index) => ({ ...one, vin: `SYNTHETIC0000000${index}` }));
    const again = twice.map((one) => ({ ...one, sourceId: `${one.sourceId}-again` }));
    expect(chooseRadius([...twice, ...again, ...ring(6, 120)], 250)).toMatchObject({ radius: 150, enough: true });
    const odd = sampleComparable({ distanceMiles: 5, price: 900_000 });
    expect(chooseRadius([...ring(11, 10), odd, ...ring(1, 240)], 250)).toMatchObject({ radius: 250 });
  });
});
