import { describe, expect, it } from 'vitest';
import { sampleComparable, sampleSubject } from '#testing/vehicles/market';
import type { Comparable } from '../market/comparable-rules.ts';
import type { Widening } from '../reads/widen-search.ts';
import { computeAdjustments, computeFigures, methodVersion } from '../market/rules.ts';
import type { Subject } from '../market/subject-rules.ts';
import { describeBasis, listCaveats } from './coverage-rules.ts';

const snapshotOf = (comparables: readonly Comparable[], subject: Partial<Subject> = {}) => {
  const whole = sampleSubject({ trim: 'EX', odometer: 50_000, ...subject });
  const figures = { ...computeFigures(comparables, { subject: whole }), withheld: [] };
  return {
    method: methodVersion,
    subject: whole,
    radiusMiles: 50,
    sameTrim: true,
    search: searched([]),
    figures,
    comparables,
  };
};

const searched = (widenings: readonly Widening[], lossDay?: string) => ({
  window: { from: '2026-08-03', until: '2026-09-16', ...(lossDay === undefined ? {} : { lossDay }) },
  widenings,
});

const many = (size: number, changes: Partial<Comparable> = {}) =>
  Array.from({ length: size }, () => sampleComparable(changes));

describe('the coverage notes', () => {
  it('the notes are empty where a dozen listings of the trim and year are near', () => {
    expect(listCaveats(snapshotOf(many(12)))).toEqual([]);
  });

  it.each([
    ['a handful', snapshotOf(many(4)), /^Only 4 listings in 45 days: too few for a market figure/],
    ['one', snapshotOf(many(1)), /^Only 1 listing in 45 days/],
    ['thin', snapshotOf(many(5)), /^Only 5 listings in 45 days: thin/],
    ['still thin', snapshotOf(many(11)), /: thin coverage\. Give the range/],
    [
      'mixed trims',
      { ...snapshotOf([...many(11), sampleComparable({ trim: 'LX' })]), sameTrim: false },
      /^Mixed trims: too few listings say EX, so others count too \(EX, LX\)/,
    ],
    [
      'an unknown trim',
      { ...snapshotOf(many(12), { trim: undefined }), sameTrim: false },
      /^The trim of this vehicle is not known/,
    ],
    [
      'several possible trims',
      { ...snapshotOf(many(12), { trim: undefined, trimCandidates: ['EX', 'LX'] }), sameTrim: false },
      /^The trim of this vehicle is not known.* By the VIN it may be EX, LX\. Ask/,
    ],
    [
      'why there is no gap',
      { ...snapshotOf(many(12)), figures: { ...snapshotOf(many(12)).figures, withheld: ['title', 'fuel'] as const } },
      /^No gap to the offer: a branded title; listings of another or unknown fuel/,
    ],
    [
      'that the range covers several trims',
      { ...snapshotOf(many(12)), figures: { ...snapshotOf(many(12)).figures, withheld: ['trims'] as const } },
      /^Trims differ in price: the range covers all of them/,
    ],
    [
      'the base trim',
      {
        ...snapshotOf(many(12, { trim: 'Limited' }), { trim: 'Limited X' }),
        sameTrim: false,
        search: searched(['base trim']),
      },
      /^Base trim: too few listings say Limited X, so these are Limited\./,
    ],
    [
      'why there is no figure',
      {
        ...snapshotOf(many(12)),
        method: '2026-11.3',
        figures: { ...snapshotOf(many(12)).figures, withheld: ['title', 'fuel'] as const },
      },
      /^No figure to compare with the offer: a branded title; listings of another or unknown fuel/,
    ],
    [
      'another fuel',
      { ...snapshotOf(many(12), { fuel: 'Electric' }), search: searched(['other fuels']) },
      /^Other fuels: no listing says electric/,
    ],
    [
      'a market of then',
      { ...snapshotOf(many(12)), search: searched([], '2026-09-01') },
      /^The market around the loss of 2026-09-01: listings seen from 2026-08-03 to 2026-09-16/,
    ],
    [
      'a market of today instead',
      { ...snapshotOf(many(12), { dateOfLoss: '2026-05-01' }), search: searched(['market of today']) },
      /^Too few listings are known from around the loss of 2026-05-01: this is the market of 2026-09-16/,
    ],
    [
      'other years',
      snapshotOf([...many(11), sampleComparable({ year: 2018 })]),
      /^Other years: 1 of 12 listings are of 2018, and prices are adjusted for that by \d\.\d% a year/,
    ],
    ['only other years', snapshotOf(many(12, { year: 2020 })), /^Other years: no listing is of 2019; all are of 2020/],
    ['far away', { ...snapshotOf(many(12)), radiusMiles: 250 }, /up to 250 miles away/],
    [
      'a whole state',
      { ...snapshotOf(many(12), { zip: undefined, state: 'TX' }), radiusMiles: undefined },
      /from all of TX/,
    ],
    ['invented', snapshotOf(many(12, { source: 'synthetic' })), /^Invented listings/],
  ])('the notes name it: %s', (_name, snapshot, words) => {
    expect(listCaveats(snapshot)).toEqual([expect.stringMatching(words)]);
  });
});

describe('the notes on how prices became the figures', () => {
  it('the notes have the rate, the capped prices and the left-out listings', () => {
    const far = [...many(5, { price: 20_000, miles: 110_000 }), sampleComparable({ miles: undefined })];
    const said = describeBasis(snapshotOf(far, { odometer: 5000 }));
    expect(said).toMatch(/adjusted to this vehicle’s 5,000 miles, at \d+\.\d cents a mile/);
    expect(said).toContain('5 adjustments were cut to 20% of the price.');
    expect(said).toContain('1 listing without an odometer is left out of them.');
  });

  it('the notes mention that nothing is adjusted', () => {
    expect(describeBasis(snapshotOf(many(3), { odometer: undefined }))).toContain(
      'the odometer of this vehicle is not known',
    );
    expect(describeBasis(snapshotOf(many(3, { miles: undefined })))).toContain('too few listings say their odometer');
  });

  it('the median of the adjusted prices is the adjusted median', () => {
    const comparables = [31_000, 44_000, 58_000, 71_500, 90_000, 12_345, 66_000].map((miles, index) =>
      sampleComparable({ miles, price: 24_000 - index * 411 }),
    );
    const { figures } = snapshotOf(comparables, { odometer: 20_000 });
    const prices = computeAdjustments(comparables, figures, { odometer: 20_000, year: 2019 }).map(
      (one) => one?.price ?? 0,
    );
    expect(prices.toSorted((a, b) => a - b)[3]).toBe(figures.adjusted?.mid);
    expect(Math.min(...comparables.map(({ price }) => price))).toBeLessThan(figures.adjusted?.mid ?? 0);
  });
});
