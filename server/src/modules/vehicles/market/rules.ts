import { dollarsToCents } from '#lib/numbers/money';
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
import { decideCoverage, type Comparable } from './comparable-rules.ts';
import type { Subject } from './subject-rules.ts';
import { isOfTrims, listWithheld, trimKeyOf, type Withheld } from './withheld-rules.ts';

/** Identifies all constants of the method; a snapshot says by which version it was computed. */
export const methodVersion = '2026-11.4';

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
  /** Why the figures cannot simply be compared with an offer; empty where they can. */
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
  /** Whether good coverage always has a range, which then spans the trims, and a longer wording of a trim has a base. */
  readonly spansTrims: boolean;
};

/** The current method. */
export const method: Method = { share: 0.2, withMilesMin: 5, careful: true, spansTrims: true };

/** Every method that a stored snapshot may name; old methods stay here when a new one is added. */
export const methods: Readonly<Record<string, Method>> = {
  '2026-11.1': { share: 0.2, withMilesMin: 1, careful: false, spansTrims: false },
  '2026-11.2': { share: 0.2, withMilesMin: 5, careful: false, spansTrims: false },
  '2026-11.3': { share: 0.2, withMilesMin: 5, careful: true, spansTrims: false },
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
  const withheld = used.careful ? listWithheld({ comparables, subject, rates }, used) : [];
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
 * Years before miles, since older cars have more of both: prices are moved to the subject's year with the known rate of the model, then
 * the price of a mile is learned from those, and then the price of a year from prices at the same miles.
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

/** A market read or its stored snapshot. */
export type Figured = {
  readonly method: string;
  readonly subject: Subject;
  readonly comparables: readonly Comparable[];
  readonly figures: Figures;
};

/**
 * The one range of a read, wherever it is shown; undefined where no value is given. Between the 10th and the 90th percentile
 * of five prices lies hardly every second vehicle of the same kind. A range of few is therefore so much wider that the worth
 * of a vehicle is in it about as often as in one of twenty: some 85 times of a hundred on the synthetic market
 * (`npm run bench -- market`).
 */
export function computeRange({ method: name, subject, comparables, figures }: Figured): Range | undefined {
  const { adjusted, withheld, slope, yearShare, sampleSize } = figures;
  const { share, spansTrims } = methods[name] ?? method;
  if (adjusted === undefined) return undefined;
  if (withheld.length > 0 && !(spansTrims && decideCoverage(sampleSize) === 'good')) return undefined;
  const isAdjusted = slope !== undefined || yearShare !== undefined;
  const size = slope === undefined ? comparables.length : comparables.filter(hasMiles).length;
  const whole = isAdjusted ? widenRange(adjusted, size) : adjusted;
  return withheld.some(isOfTrims) ? spanTrims(whole, { comparables, figures, subject, share }) : whole;
}

/**
 * How far beyond the cheapest and the dearest trim the range goes, as a multiple of what 80 % of the prices are apart from
 * the median of their trim. With less, the market calls more than 12 % of fair offers low (`npm run bench -- market`).
 */
const spanTimes = 1.5;

type Spanned = Omit<Figured, 'method'> & { readonly share: number };

/** From the cheapest trim to the dearest, each as far apart as prices of one trim are: of one trim there are too few. */
function spanTrims({ low, mid, high }: Range, { comparables, figures, subject, share }: Spanned): Range {
  const adjustments = computeAdjustments(comparables, figures, { ...subject, share });
  const moved = comparables.flatMap((one, index) => {
    const price = adjustments[index]?.price;
    return price === undefined ? [] : [{ trim: trimKeyOf(one), price }];
  });
  const trims = [...Map.groupBy(moved, ({ trim }) => trim).values()].map((group) => group.map(({ price }) => price));
  const apart = rangeOf(trims.flatMap((prices) => prices.map((price) => price - medianOf(prices))));
  if (apart === undefined) return { low, mid, high };
  const medians = trims.map(medianOf);
  return {
    low: Math.max(0, Math.min(low, toDollars(Math.min(...medians) + spanTimes * apart.low))),
    mid,
    high: Math.max(high, toDollars(Math.max(...medians) + spanTimes * apart.high)),
  };
}

function widenRange({ low, mid, high }: Range, size: number): Range {
  const times = Math.max(1, 0.9 + 2 / size);
  return {
    low: Math.max(0, toDollars(mid - times * (mid - low))),
    mid,
    high: toDollars(mid + times * (high - mid)),
  };
}

/**
 * Cents by which the median of the range is above the offer. Where trims differ, only an offer outside their range is certain
 * to be too low or too high.
 */
export function computeGap(range: Range | undefined, { withheld }: Figures, offerCents: number | undefined) {
  if (range === undefined || offerCents === undefined) return undefined;
  const isOutside = offerCents < dollarsToCents(range.low) || offerCents > dollarsToCents(range.high);
  const isCertain = withheld.length === 0 || (isOutside && withheld.every((reason) => reason === 'trims'));
  return isCertain ? dollarsToCents(range.mid) - offerCents : undefined;
}
