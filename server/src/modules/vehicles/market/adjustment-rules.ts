import { theilSenSlope } from '#lib/numbers/statistics';
import type { Comparable } from './comparable-rules.ts';

/** What a mile and a model year cost for one model, as shares of a price; learned from all its listings. */
export type ModelRates = {
  /** Below zero. */
  readonly mileShare: number;
  /** By how much a later model year costs more, at the same miles. */
  readonly yearShare: number;
  /** How many listings they were learned from. */
  readonly listings: number;
};

const apartMiles = 1000;
const slopeBounds = { steepest: -0.3, flattest: -0.01 } as const;
const slopeFromSample = 5;
const shrinkage = 12;

/** Nothing beyond these is the effect of a model year alone. */
export const yearShareBounds = { least: 0, most: 0.2 } as const;

/**
 * For models that too few listings are known of; our own figure: the used market loses some twelve percent a year, about
 * half of it by the miles of that year.
 */
export const generalYearShare = 0.06;

/**
 * Dollars per mile by median price, for small samples; our own figures, within the range that valuation reports show.
 */
const defaultRates: readonly { readonly below: number; readonly rate: number }[] = [
  { below: 8000, rate: 0.03 },
  { below: 15_000, rate: 0.05 },
  { below: 25_000, rate: 0.07 },
  { below: 40_000.01, rate: 0.1 },
  { below: Infinity, rate: 0.14 },
];

/** A comparable without an odometer says nothing about what a mile costs, and cannot be moved to one. */
export type WithMiles = Comparable & { readonly miles: number };

export const hasMiles = (one: Comparable): one is WithMiles => one.miles !== undefined;

const clampSlope = (slope: number): number => Math.min(slopeBounds.flattest, Math.max(slopeBounds.steepest, slope));

type PricedMiles = { readonly miles: number; readonly price: number };

/** The price of a mile in this sample: its own slope, trusted less the smaller the sample is. */
export function computeSlope(sample: readonly PricedMiles[], medianPrice: number, rates?: ModelRates): number {
  const fallback =
    rates === undefined
      ? -(defaultRates.find(({ below }) => medianPrice < below)?.rate ?? 0)
      : clampSlope(rates.mileShare * medianPrice);
  if (sample.length < slopeFromSample) return fallback;
  const own = theilSenSlope(
    sample.map(({ miles, price }) => ({ x: miles, y: price })),
    apartMiles,
  );
  return own === undefined ? fallback : shrink(clampSlope(own), fallback, sample.length);
}

const shrink = (own: number, fallback: number, size: number): number => {
  const weight = size / (size + shrinkage);
  return weight * own + (1 - weight) * fallback;
};

type Priced = { readonly year: number; readonly price: number };

/**
 * What a later model year costs more in this sample, as a share of the price: its own, trusted by how many listings of the
 * rarer kind there are, those of the subject's year or the others; undefined where all are of that year.
 */
export function computeYearShare(sample: readonly Priced[], year: number, rates?: ModelRates): number | undefined {
  const others = sample.filter((one) => one.year !== year).length;
  if (others === 0) return undefined;
  const fallback = rates?.yearShare ?? generalYearShare;
  const compared = 2 * Math.min(others, sample.length - others);
  if (compared < slopeFromSample) return fallback;
  const own = theilSenSlope(
    sample.map((one) => ({ x: one.year, y: Math.log(one.price) })),
    1,
  );
  if (own === undefined) return fallback;
  const { least, most } = yearShareBounds;
  return shrink(Math.min(most, Math.max(least, own)), fallback, compared);
}

/** The price as if the listing were of that year. */
export const priceInYear = ({ price, year: listed }: Priced, year: number, yearShare: number): number =>
  price * Math.exp(yearShare * (year - listed));

export type MoveTo = {
  /** Undefined where prices are not moved by miles. */
  readonly slope: number | undefined;
  readonly odometer: number | undefined;
  /** Undefined where they are not moved by years. */
  readonly yearShare?: number | undefined;
  readonly year: number;
  /** The largest move, as a share of the price. */
  readonly share: number;
};

/**
 * Dollars by which the price of a comparable moves to the subject's year and odometer, and whether its cap was reached;
 * undefined where it is not moved at all, or cannot be.
 */
export function computeMove(
  one: Pick<Comparable, 'price' | 'miles' | 'year'>,
  { slope, odometer, yearShare, year, share }: MoveTo,
): { readonly by: number; readonly capped: boolean } | undefined {
  const byMiles = slope !== undefined && odometer !== undefined;
  if (!byMiles && yearShare === undefined) return undefined;
  if (byMiles && one.miles === undefined) return undefined;
  const forYear = yearShare === undefined ? 0 : priceInYear(one, year, yearShare) - one.price;
  const forMiles = byMiles ? slope * (odometer - (one.miles ?? odometer)) : 0;
  const [by, most] = [forYear + forMiles, share * one.price];
  return { by: Math.min(most, Math.max(-most, by)), capped: Math.abs(by) > most };
}
