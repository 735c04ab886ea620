import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRadius, type Comparable } from './comparable-rules.ts';
import { computeAdjustments, computeFigures, computeGap, computeRange, methods, methodVersion } from './rules.ts';
import { sampleComparable, sampleSubject } from './testing.ts';

const priced = (...prices: number[]) => prices.map((price) => sampleComparable({ price }));
const at = (points: readonly [miles: number, price: number][]) =>
  points.map(([miles, price]) => ({ ...sampleComparable({ price }), miles }));

/** The figures of an EX of 2019, which the comparables are. */
const figuresOf = (comparables: readonly Comparable[], odometer?: number) =>
  computeFigures(comparables, { subject: sampleSubject({ trim: 'EX', odometer }) });

describe('the market', () => {
  it('the market is the tenth percentile, the median and the ninetieth percentile of the prices [A-PRELIM-008]', () => {
    expect(figuresOf(priced(10_000, 20_000, 30_000, 40_000)).market).toEqual({
      low: 13_000,
      mid: 25_000,
      high: 37_000,
    });
  });

  it('the market is in whole dollars, half of one rounded up [A-PRELIM-007]', () => {
    expect(figuresOf(priced(10_000, 10_001)).market).toEqual({ low: 10_000, mid: 10_001, high: 10_001 });
  });

  it('the market is rounded up at half a dollar even where floating point falls short of the half [A-PRELIM-007]', () => {
    const prices = Array.from({ length: 24 }, (_, index) => (index <= 20 ? 20_000 : 22_725));
    expect(figuresOf(priced(...prices)).market?.high).toBe(21_908);
  });

  it('the market of no listings is empty', () => {
    expect(figuresOf([], 50_000)).toEqual({
      sampleSize: 0,
      market: undefined,
      adjusted: undefined,
      slope: undefined,
      capped: 0,
      withheld: ['few'],
    });
  });

  it('the market is also the adjusted one where no odometer is known and all are of the year', () => {
    const { market, adjusted, slope, yearShare } = figuresOf(priced(10_000, 20_000, 30_000));
    expect([adjusted, slope, yearShare]).toEqual([market, undefined, undefined]);
  });
});

describe('the adjusted prices', () => {
  it('adjusted prices are those at the subject’s odometer: more miles, less money [A-PRELIM-009]', () => {
    const comparables = at(Array.from({ length: 12 }, (_, index) => [40_000 + index * 2000, 22_000 - index * 140]));
    const mids = [20_000, 51_000, 90_000].map((miles) => figuresOf(comparables, miles).adjusted?.mid ?? 0);
    expect(mids).toEqual([...mids].toSorted((one, other) => other - one));
    expect(new Set(mids).size).toBe(3);
    expect(mids[1]).toBe(figuresOf(comparables).market?.mid);
  });

  it('adjusted prices move by a fifth of the price at most, and the number of capped ones is reported', () => {
    const one = figuresOf(at([[0, 10_000]]), 1_000_000);
    expect([one.adjusted?.mid, one.capped, one.slope]).toEqual([8000, 1, -0.05]);
    const other = figuresOf(at([[500_000, 10_000]]), 0);
    expect([other.adjusted?.mid, other.capped]).toEqual([12_000, 1]);
    expect(figuresOf(at([[0, 10_000]]), 40_000)).toMatchObject({ adjusted: { mid: 8000 }, capped: 0 });
  });

  it('adjusted prices leave out comparables without an odometer, which still count for the market', () => {
    const placed = at(Array.from({ length: 5 }, () => [50_000, 10_000]));
    const others = Array.from({ length: 5 }, () => sampleComparable({ miles: undefined, price: 30_000 }));
    expect(figuresOf([...placed, ...others], 50_000)).toMatchObject({
      sampleSize: 10,
      market: { mid: 20_000 },
      adjusted: { low: 10_000, mid: 10_000, high: 10_000 },
    });
    const tooFew = figuresOf([...placed.slice(1), ...others], 90_000);
    expect([tooFew.adjusted, tooFew.slope, tooFew.capped]).toEqual([tooFew.market, undefined, 0]);
    const none = figuresOf([sampleComparable({ miles: undefined })], 50_000);
    expect([none.adjusted, none.slope]).toEqual([none.market, undefined]);
  });

  it.each([undefined, 50_000])(
    'adjusted prices of another year are moved to the subject’s, with an odometer of %s',
    (odometer) => {
      const newer = Array.from({ length: 8 }, () => sampleComparable({ year: 2020, price: 20_000 }));
      const { adjusted, market, yearShare } = figuresOf(newer, odometer);
      expect([market?.mid, yearShare]).toEqual([20_000, 0.06]);
      expect(adjusted?.mid).toBe(Math.round(20_000 * Math.exp(-0.06)));
    },
  );

  it('adjusted prices learn the price of a year where both years are in the sample', () => {
    const years = [2019, 2020].flatMap((year) =>
      Array.from({ length: 12 }, (_, index) =>
        sampleComparable({ year, miles: 50_000, price: (year === 2019 ? 20_000 : 22_000) + index }),
      ),
    );
    const { yearShare = 0, adjusted } = figuresOf(years, 50_000);
    expect(yearShare).toBeGreaterThan(0.07);
    expect(yearShare).toBeLessThan(Math.log(1.1));
    expect(adjusted?.mid).toBeGreaterThan(20_000);
    expect(adjusted?.mid).toBeLessThan(20_500);
  });

  it('adjusted prices are the ones that the figures were made from', () => {
    const subject = sampleSubject({ trim: 'EX', odometer: 40_000 });
    const comparables = [2018, 2019, 2020].flatMap((year) =>
      [31_000, 44_000, 58_000].map((miles) => sampleComparable({ year, miles, price: 24_000 - miles / 10 })),
    );
    const figures = computeFigures(comparables, { subject });
    const prices = computeAdjustments(comparables, figures, subject).map((one) => one?.price ?? 0);
    expect(prices.toSorted((a, b) => a - b)[4]).toBe(figures.adjusted?.mid);
  });
});

describe('the range next to an offer', () => {
  const rangeOf = (comparables: readonly Comparable[], odometer?: number) =>
    computeRange({
      method: methodVersion,
      subject: sampleSubject({ trim: 'EX', odometer }),
      comparables,
      figures: figuresOf(comparables, odometer),
    });
  const points = (count: number): [number, number][] =>
    Array.from({ length: count }, (_, index) => [50_000, 18_000 + (4000 * index) / (count - 1)]);

  it('the range is wider where the sample is small, and plain percentiles from twenty on', () => {
    expect(rangeOf(at(points(21)), 50_000)).toEqual({ low: 18_400, mid: 20_000, high: 21_600 });
    expect(rangeOf(at(points(5)), 50_000)).toEqual({ low: 17_920, mid: 20_000, high: 22_080 });
  });

  it('the range depends on the number of adjusted prices, and is that of the market where none was adjusted', () => {
    const unplaced = Array.from({ length: 40 }, () => sampleComparable({ miles: undefined }));
    expect(rangeOf([...at(points(5)), ...unplaced], 50_000)).toEqual({ low: 17_920, mid: 20_000, high: 22_080 });
    expect(rangeOf(at(points(5)))).toEqual({ low: 18_400, mid: 20_000, high: 21_600 });
  });

  it('the range is absent where the figures are withheld', () => {
    expect(rangeOf(at(points(4)), 50_000)).toBeUndefined();
    expect(rangeOf([])).toBeUndefined();
  });
});

describe('good coverage of trims that differ', () => {
  const comparables = ['LX', 'EX', 'Touring'].flatMap((trim, step) =>
    Array.from({ length: 7 }, (_, index) => sampleComparable({ trim, price: 18_000 + step * 4000 + index * 100 })),
  );
  const read = (method: string) => {
    const subject = sampleSubject({ odometer: 50_000 });
    const figures = computeFigures(comparables, { subject }, methods[method]);
    return { range: computeRange({ method, subject, comparables, figures }), figures };
  };

  it('trims that differ have a range that spans them, and a gap only to an offer outside it', () => {
    const { range, figures } = read(methodVersion);
    expect(figures.withheld).toEqual(['trims']);
    expect(range).toMatchObject({ low: expect.any(Number), mid: 22_300, high: expect.any(Number) });
    expect(range?.low).toBeLessThan(18_100);
    expect(range?.high).toBeGreaterThan(26_500);
    const gapTo = (offer: number) => computeGap(range, figures, offer * 100);
    expect([gapTo(range?.low ?? 0), gapTo(20_000), gapTo(range?.high ?? 0)]).toEqual([undefined, undefined, undefined]);
    expect([gapTo(16_000), gapTo(29_000)]).toEqual([630_000, -670_000]);
  });

  it('trims that differ have no range in a snapshot of an earlier method', () => {
    expect(read('2026-11.3').range).toBeUndefined();
  });
});

describe('an earlier method', () => {
  it('an earlier method adjusts no price by its year and withholds nothing', () => {
    const newer = Array.from({ length: 3 }, (_, index) =>
      sampleComparable({ year: 2020, price: 20_000 + index * 1000 }),
    );
    const subject = sampleSubject({ odometer: 50_000 });
    expect(computeFigures(newer, { subject }, methods['2026-11.2'])).toMatchObject({
      adjusted: { low: 20_200, mid: 21_000, high: 21_800 },
      withheld: [],
    });
  });
});

describe('any listings', () => {
  const comparable = fc
    .record({
      price: fc.integer({ min: 500, max: 300_000 }),
      year: fc.integer({ min: 2018, max: 2020 }),
      trim: fc.option(fc.constantFrom('EX', 'LX', 'Touring'), { nil: undefined }),
      miles: fc.option(fc.integer({ min: 0, max: 400_000 }), { nil: undefined }),
      vin: fc.option(
        fc.integer({ min: 0, max: 30 }).map((n) => `SYNTHETIC${String(n).padStart(8, '0')}`),
        { nil: undefined },
      ),
      distanceMiles: fc.integer({ min: 0, max: 250 }),
    })
    .map((changes) => sampleComparable(changes));
  const sample = fc.array(comparable, { maxLength: 60 });
  const odometer = fc.option(fc.integer({ min: 0, max: 2_000_000 }), { nil: undefined });
  const figured = (found: readonly Comparable[], miles: number | undefined) =>
    figuresOf(chooseRadius(found, 250).comparables, miles);

  it('low is at most mid and mid at most high, in whole dollars, adjusted or not [A-PRELIM-008, A-PRELIM-010]', () => {
    fc.assert(
      fc.property(sample, odometer, (found, miles) => {
        const { market, adjusted, sampleSize } = figured(found, miles);
        expect(sampleSize === 0).toBe(market === undefined);
        for (const range of [market, adjusted]) {
          if (range === undefined) continue;
          expect(range.low <= range.mid && range.mid <= range.high && range.low >= 0).toBe(true);
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
        expect(figured(other, miles)).toEqual(figured(found, miles));
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
        expect(figured([...found, again], miles)).toEqual(figured(found, miles));
      }),
    );
  });

  it('the slope stays between a cent and thirty', () => {
    fc.assert(
      fc.property(sample, (found) => {
        const { slope } = figured(found, 50_000);
        expect(slope === undefined || (slope >= -0.3 && slope <= -0.01)).toBe(true);
      }),
    );
  });
});
