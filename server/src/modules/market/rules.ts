import { percentiles, roundHalfUp, theilSenSlope, withoutOutliers } from '#lib/statistics';

/** Names every number below; a snapshot says by which it was computed. */
export const methodVersion = '2026-11.2';

/** Miles around the ZIP, tried in this order until one gives enough (decision 28). */
export const radii = [50, 100, 150, 250] as const;
export const enough = 12;
export const freshDays = 45;
export const lowestPrice = 500;
/** The most listings that one read looks at: a state's most recently seen, or a ZIP's nearest. */
export const listingsMax = 500;

const outlierTimes = 3.5;
const apartMiles = 1000;
const slopeBounds = { steepest: -0.3, flattest: -0.01 } as const;
const slopeFromSample = 5;
const shrinkage = 12;

/** Dollars a mile by the median price, where the sample says little: ours, inside what valuation reports show. */
const defaultRates: readonly { readonly below: number; readonly rate: number }[] = [
  { below: 8000, rate: 0.03 },
  { below: 15_000, rate: 0.05 },
  { below: 25_000, rate: 0.07 },
  { below: 40_000.01, rate: 0.1 },
  { below: Infinity, rate: 0.14 },
];

/** A listing that a read is made from, as it was then. */
export type Comparable = {
  readonly source: string;
  readonly sourceId: string;
  readonly vin: string | undefined;
  readonly year: number;
  readonly trim: string | undefined;
  readonly price: number;
  readonly miles: number | undefined;
  /** From the ZIP's middle; unknown where a whole state was searched. */
  readonly distanceMiles: number | undefined;
  readonly state: string | undefined;
  readonly dealer: string | undefined;
  readonly lastSeenAt: string;
};

export type Area =
  | { readonly kind: 'radius'; readonly miles: number }
  | { readonly kind: 'state'; readonly state: string };

export type Chosen = { readonly comparables: readonly Comparable[]; readonly radius: number; readonly enough: boolean };

/** The first circle that holds enough after everything is dropped that does not count, or the widest. */
export function chooseRadius(found: readonly Comparable[], upTo: number): Chosen {
  let chosen: Chosen = { comparables: [], radius: radii[0], enough: false };
  for (const radius of radii.filter((miles) => miles <= upTo)) {
    const comparables = selectComparables(found.filter(({ distanceMiles = 0 }) => distanceMiles <= radius));
    chosen = { comparables, radius, enough: comparables.length >= enough };
    if (chosen.enough) break;
  }
  return chosen;
}

/** One listing per vehicle, without prices that are far from the others; always in the same order. */
export function selectComparables(found: readonly Comparable[]): readonly Comparable[] {
  const once = new Map<string, Comparable>();
  for (const one of found.toSorted(byPreference)) {
    const vehicle = one.vin ?? `${one.source}/${one.sourceId}`;
    if (!once.has(vehicle)) once.set(vehicle, one);
  }
  return withoutOutliers([...once.values()], ({ price }) => price, outlierTimes);
}

/** Of one vehicle's listings the lowest price counts, of equal prices the one seen last. */
const byPreference = (one: Comparable, other: Comparable): number =>
  one.price - other.price ||
  compare(other.lastSeenAt, one.lastSeenAt) ||
  compare(one.source, other.source) ||
  compare(one.sourceId, other.sourceId);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Whole dollars. */
export type Range = { readonly low: number; readonly mid: number; readonly high: number };

export type Figures = {
  readonly sampleSize: number;
  readonly market: Range | undefined;
  /** The same prices at the subject's odometer; those of the market where no odometer was given. */
  readonly adjusted: Range | undefined;
  /** Dollars a mile, below zero; undefined where nothing was moved. */
  readonly slope: number | undefined;
  /** How many adjustments were cut at a fifth of the price. */
  readonly capped: number;
};

export type Method = {
  /** The most that a price is moved by, as a share of it. */
  readonly share: number;
  /** Where not all comparables say their miles, fewer than this say too little about the rest, and nothing is moved. */
  readonly placedAtLeast: number;
};

/** The method in force. */
export const method: Method = { share: 0.2, placedAtLeast: 5 };

/** Decision 28, from the comparables alone: the same set gives the same figures by the same method. */
export function computeFigures(
  comparables: readonly Comparable[],
  odometer: number | undefined,
  { share, placedAtLeast }: Method = method,
): Figures {
  const sampleSize = comparables.length;
  const market = rangeOf(comparables.map(({ price }) => price));
  const placed = comparables.filter((one): one is Placed => one.miles !== undefined);
  const movable = placed.length > 0 && (placed.length === sampleSize || placed.length >= placedAtLeast);
  if (market === undefined || odometer === undefined || !movable)
    return { sampleSize, market, adjusted: market, slope: undefined, capped: 0 };
  const slope = computeSlope(placed, market.mid);
  const moves = placed.map(({ price, miles }) => ({
    price,
    by: slope * (odometer - miles),
    most: share * price,
  }));
  const moved = moves.map(({ price, by, most }) => price + Math.min(most, Math.max(-most, by)));
  const capped = moves.filter(({ by, most }) => Math.abs(by) > most).length;
  return { sampleSize, market, adjusted: rangeOf(moved), slope, capped };
}

/** A comparable without an odometer says nothing about what a mile costs, and cannot be moved. */
export type Placed = Comparable & { readonly miles: number };

/** What a mile costs here: the sample's own slope, the less trusted the smaller the sample. */
export function computeSlope(placed: readonly Placed[], medianPrice: number): number {
  const fallback = -(defaultRates.find(({ below }) => medianPrice < below)?.rate ?? 0);
  if (placed.length < slopeFromSample) return fallback;
  const own = theilSenSlope(
    placed.map(({ miles, price }) => ({ x: miles, y: price })),
    apartMiles,
  );
  if (own === undefined) return fallback;
  const clamped = Math.min(slopeBounds.flattest, Math.max(slopeBounds.steepest, own));
  const weight = placed.length / (placed.length + shrinkage);
  return weight * clamped + (1 - weight) * fallback;
}

/** Six decimals first: what lies halfway between two prices comes out of floating point a little above or below it. */
const toDollars = (price: number): number => roundHalfUp(Number(price.toFixed(6)));

function rangeOf(prices: readonly number[]): Range | undefined {
  const [low, mid, high] = percentiles(prices, [0.1, 0.5, 0.9]) ?? [];
  if (low === undefined || mid === undefined || high === undefined) return undefined;
  return { low: toDollars(low), mid: toDollars(mid), high: toDollars(high) };
}

export type Coverage = 'good' | 'thin' | 'none';

export function decideCoverage(sampleSize: number): Coverage {
  if (sampleSize >= enough) return 'good';
  return sampleSize > 0 ? 'thin' : 'none';
}
