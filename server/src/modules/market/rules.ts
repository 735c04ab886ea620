import { percentiles, roundHalfUp } from '#lib/numbers/statistics';
import {
  computeMove,
  computeSlope,
  computeYearShare,
  generalYearShare,
  hasMiles,
  priceInYear,
  type ModelRates,
  type MoveTo,
  type WithMiles,
} from './adjustment-rules.ts';
import type { Comparable } from './comparable-rules.ts';
import type { Subject } from './subject-rules.ts';
import { listWithheld, type Withheld } from './withheld-rules.ts';

/** Identifies all constants of the method; a snapshot says by which version it was computed. */
export const methodVersion = '2026-11.3';

/** Whole dollars. */
type Range = { readonly low: number; readonly mid: number; readonly high: number };

export type Figures = {
  readonly sampleSize: number;
  readonly market: Range | undefined;
  /** The same prices at the subject's odometer and year; those of the market where nothing is adjusted. */
  readonly adjusted: Range | undefined;
  /** Dollars per mile, negative; undefined where nothing was adjusted to an odometer. */
  readonly slope: number | undefined;
  /** What a later model year costs more, as a share; undefined where nothing was adjusted to a year. */
  readonly yearShare?: number | undefined;
  /** What the model's listings taught; undefined where the general rates stood in for it. */
  readonly rates?: ModelRates | undefined;
  /** How many adjustments were capped at a fifth of the price. */
  readonly capped: number;
  /** Why the adjusted figures are put beside no offer; empty where they are. */
  readonly withheld: readonly Withheld[];
};

export type Method = {
  /** The largest adjustment of a price, as a share of it. */
  readonly share: number;
  /**
   * Where only some comparables have an odometer, fewer than this say too little about the rest, and nothing is
   * adjusted.
   */
  readonly withMilesMin: number;
  /**
   * Whether prices of other years are moved, and figures are withheld that say nothing about this vehicle.
   */
  readonly careful: boolean;
};

/** The method in force. */
export const method: Method = { share: 0.2, withMilesMin: 5, careful: true };

/** Every method that a stored snapshot may name; old methods stay here when a new one is added. */
export const methods: Readonly<Record<string, Method>> = {
  '2026-11.1': { share: 0.2, withMilesMin: 1, careful: false },
  '2026-11.2': { share: 0.2, withMilesMin: 5, careful: false },
  [methodVersion]: method,
};

/** What the comparables are compared with. */
export type ComparedWith = { readonly subject: Subject; readonly rates?: ModelRates | undefined };

/** D-028, from the comparables alone: the same comparables, rates and method give the same figures. */
export function computeFigures(
  comparables: readonly Comparable[],
  { subject, rates }: ComparedWith,
  used: Method = method,
): Figures {
  const sampleSize = comparables.length;
  const market = rangeOf(comparables.map(({ price }) => price));
  const withheld = used.careful ? listWithheld({ comparables, subject, rates }) : [];
  const known = { sampleSize, market, withheld, ...(rates === undefined ? {} : { rates }) };
  const withMiles = comparables.filter(hasMiles);
  const isMovable = withMiles.length > 0 && (withMiles.length === sampleSize || withMiles.length >= used.withMilesMin);
  const byMiles = market !== undefined && subject.odometer !== undefined && isMovable;
  const moveTo = byMiles
    ? learnMoves(withMiles, { subject, rates, middle: market.mid }, used)
    : learnYears(comparables, { subject, rates }, used);
  if (market === undefined || moveTo === undefined) return { ...known, adjusted: market, slope: undefined, capped: 0 };
  const movable = byMiles ? withMiles : comparables;
  const moves = movable.map((one) => computeMove(one, moveTo));
  const moved = rangeOf(movable.map(({ price }, index) => price + (moves[index]?.by ?? 0)));
  const { slope, yearShare } = moveTo;
  return {
    ...known,
    adjusted: moved,
    slope,
    ...(yearShare === undefined ? {} : { yearShare }),
    capped: moves.filter((move) => move?.capped === true).length,
  };
}

type Learned = ComparedWith & { readonly middle: number };

/**
 * Years before miles, since older cars have more of both: prices are put into the subject's year by what is known of the
 * model, the price of a mile is learned from those, and then what a year costs from prices at the same miles.
 */
function learnMoves(withMiles: readonly WithMiles[], { subject, rates, middle }: Learned, used: Method): MoveTo {
  const { odometer = 0, year } = subject;
  const to = { odometer, year, share: used.share };
  if (!used.careful) return { ...to, slope: computeSlope(withMiles, middle) };
  const before = rates?.yearShare ?? generalYearShare;
  const inYear = withMiles.map((one) => ({ miles: one.miles, price: priceInYear(one, year, before) }));
  const slope = computeSlope(inYear, medianOf(inYear.map(({ price }) => price)), rates);
  const atMiles = withMiles.map((one) => ({
    year: one.year,
    price: Math.max(1, one.price + slope * (odometer - one.miles)),
  }));
  return { ...to, slope, yearShare: computeYearShare(atMiles, year, rates) };
}

/** Without an odometer prices are still moved by their year; undefined where all are of the subject's. */
function learnYears(
  comparables: readonly Comparable[],
  { subject: { year }, rates }: ComparedWith,
  { careful, share }: Method,
): MoveTo | undefined {
  const yearShare = careful ? computeYearShare(comparables, year, rates) : undefined;
  return yearShare === undefined ? undefined : { slope: undefined, odometer: undefined, year, yearShare, share };
}

/** What a price became in the figures; undefined for one that has no part in the adjusted range. */
export type Adjustment = { readonly dollars: number; readonly price: number; readonly isCapped: boolean };

/**
 * The adjustment of each comparable, in their order, by what the figures were computed with. Where nothing was adjusted
 * every price stands as it is; where something was, one without an odometer is left out.
 */
export function computeAdjustments(
  comparables: readonly Comparable[],
  { slope, yearShare }: Pick<Figures, 'slope' | 'yearShare'>,
  { odometer, year, share = method.share }: Pick<Subject, 'odometer' | 'year'> & { readonly share?: number },
): readonly (Adjustment | undefined)[] {
  const isAdjusted = (slope !== undefined && odometer !== undefined) || yearShare !== undefined;
  return comparables.map((one) => {
    if (!isAdjusted) return { dollars: 0, price: one.price, isCapped: false };
    const move = computeMove(one, { slope, odometer, yearShare, year, share });
    if (move === undefined) return undefined;
    const price = toDollars(one.price + move.by);
    return { dollars: price - one.price, price, isCapped: move.capped };
  });
}

/** Rounded to six decimals first: floating point puts the midpoint of two prices slightly above or below it. */
const toDollars = (price: number): number => roundHalfUp(Number(price.toFixed(6)));

const medianOf = (values: readonly number[]): number => percentiles(values, [0.5])?.[0] ?? 0;

function rangeOf(prices: readonly number[]): Range | undefined {
  const [low, mid, high] = percentiles(prices, [0.1, 0.5, 0.9]) ?? [];
  if (low === undefined || mid === undefined || high === undefined) return undefined;
  return { low: toDollars(low), mid: toDollars(mid), high: toDollars(high) };
}

/**
 * The range that is put beside an offer; undefined where the figures are withheld. Between the 10th and the 90th percentile
 * of five prices lies hardly every second vehicle of the same kind. A range of few is therefore so much wider that the worth
 * of a vehicle is in it about as often as in one of twenty: some 85 times of a hundred on the synthetic market
 * (`npm run bench -- market truth`).
 */
export function computeLikelyRange(comparables: readonly Comparable[], figures: Figures): Range | undefined {
  const { adjusted, slope, yearShare, withheld } = figures;
  if (adjusted === undefined || withheld.length > 0) return undefined;
  if (slope === undefined && yearShare === undefined) return adjusted;
  const size = slope === undefined ? comparables.length : comparables.filter(hasMiles).length;
  const { low, mid, high } = adjusted;
  const times = Math.max(1, 0.9 + 2 / size);
  return {
    low: Math.max(0, toDollars(mid - times * (mid - low))),
    mid,
    high: toDollars(mid + times * (high - mid)),
  };
}
