import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentiles, roundHalfUp, theilSenSlope, withoutOutliers } from './statistics.ts';

const finite = fc.integer({ min: -1_000_000, max: 1_000_000 });

describe('a percentile', () => {
  it.each([
    [[10, 20, 30, 40], 0.1, 13],
    [[10, 20, 30, 40], 0.5, 25],
    [[10, 20, 30, 40], 0.9, 37],
    [[7], 0.1, 7],
    [[1, 2], 0.5, 1.5],
    [[5, 1, 4, 2, 3], 0.5, 3],
  ])('the percentile of %j at %d is %d, by interpolation at rank p(n - 1)', (values, share, expected) => {
    expect(percentiles(values, [share])?.[0]).toBeCloseTo(expected, 10);
  });

  it('an empty list has no percentile', () => {
    expect(percentiles([], [0.1, 0.9])).toBeUndefined();
  });

  it('a percentile is between minimum and maximum, and does not decrease as the share grows', () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1 }), (values) => {
        const [low, mid, high] = percentiles(values, [0.1, 0.5, 0.9]) ?? [Number.NaN, Number.NaN, Number.NaN];
        expect([Math.min(...values) <= low, low <= mid, mid <= high, high <= Math.max(...values)]).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }),
    );
  });
});

describe('outliers', () => {
  it('outliers are exactly the values beyond a given number of median absolute deviations', () => {
    // Median 12, deviations 2 1 0 1 2 and 5, their median 1.5: 3.5 of them are 5.25.
    expect(withoutOutliers([10, 11, 12, 13, 14, 17.25], (value) => value, 3.5)).toHaveLength(6);
    expect(withoutOutliers([10, 11, 12, 12, 13, 14, 30], (value) => value, 3.5)).toEqual([10, 11, 12, 12, 13, 14]);
  });

  it('outliers are kept where most values are equal', () => {
    expect(withoutOutliers([10, 10, 10, 50], (value) => value, 3.5)).toEqual([10, 10, 10, 50]);
  });
});

describe('the Theil–Sen slope', () => {
  const line = (slope: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ x: index * 1500, y: 20_000 + slope * index * 1500 }));

  it("a line's slope is its own, and a few wrong points do not change it", () => {
    expect(theilSenSlope(line(-0.08, 30), 1000)).toBeCloseTo(-0.08, 10);
    const disturbed = line(-0.08, 30).map((point, index) => (index % 7 === 0 ? { ...point, y: point.y * 3 } : point));
    expect(theilSenSlope(disturbed, 1000)).toBeCloseTo(-0.08, 2);
  });

  it('the slope is undefined for points that are too close to each other', () => {
    const near = [
      { x: 0, y: 1 },
      { x: 999, y: 2 },
    ];
    expect([theilSenSlope(near, 1000), theilSenSlope([], 1000)]).toEqual([undefined, undefined]);
    expect(theilSenSlope([...near, { x: 1000, y: 11 }], 1000)).toBeCloseTo(0.01, 10);
  });

  it('the slope is the median of all pairs, the same as by sorting them', () => {
    const points = fc.array(fc.record({ x: fc.integer({ min: 0, max: 200_000 }), y: finite }), { maxLength: 40 });
    fc.assert(
      fc.property(points, (sample) => {
        const slopes = sample
          .flatMap((one, index) =>
            sample.slice(index + 1).map((other) => ({ run: other.x - one.x, rise: other.y - one.y })),
          )
          .filter(({ run }) => Math.abs(run) >= 1000)
          .map(({ run, rise }) => rise / run);
        const expected = percentiles(slopes, [0.5])?.[0];
        const found = theilSenSlope(sample, 1000);
        if (expected === undefined) expect(found).toBeUndefined();
        else expect(found).toBeCloseTo(expected, 6);
      }),
    );
  });
});

describe('half a dollar', () => {
  it('half a dollar rounds up', () => {
    expect([0.5, 1.5, 2.4999, -0.5, -1.5].map(roundHalfUp)).toEqual([1, 2, 2, 0, -1]);
  });
});
