import { percentiles, roundHalfUp, theilSenSlope, withoutOutliers } from '#lib/numbers/statistics';

/** Identifies all constants below; a snapshot says by which version it was computed. */
export const methodVersion = '2026-11.2';

/** Miles around the ZIP, tried in this order until one gives enough (D-028). */
export const radii = [50, 100, 150, 250] as const;
export const enough = 12;
export const freshDays = 45;

/** The most listings that one read uses: a state's most recently seen, or a ZIP's nearest. */
export const listingsMax = 500;

const outlierTimes = 3.5;
const apartMiles = 1000;
const slopeBounds = { steepest: -0.3, flattest: -0.01 } as const;
const slopeFromSample = 5;
const shrinkage = 12;

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

/** A listing that a read is made from, as it was then. */
export type Comparable = {
  readonly source: string;
  readonly sourceId: string;
  readonly vin: string | undefined;
  readonly year: number;
  readonly trim: string | undefined;
  readonly price: number;
  readonly miles: number | undefined;
  /** From the centroid of the ZIP; undefined where a whole state was searched. */
  readonly distanceMiles: number | undefined;
  readonly state: string | undefined;
  readonly dealer: string | undefined;
  readonly lastSeenAt: string;
  /** Where it is advertised, by http or https. */
  readonly url?: string;
};

export type Area =
  | { readonly kind: 'radius'; readonly miles: number }
  | { readonly kind: 'state'; readonly state: string };

type Chosen = { readonly comparables: readonly Comparable[]; readonly radius: number; readonly enough: boolean };

/** The first circle that still has enough comparables after selection, or the widest. */
export function chooseRadius(candidates: readonly Comparable[], upTo: number): Chosen {
  let chosen: Chosen = { comparables: [], radius: radii[0], enough: false };
  for (const radius of radii.filter((miles) => miles <= upTo)) {
    const comparables = selectComparables(candidates.filter(({ distanceMiles = 0 }) => distanceMiles <= radius));
    chosen = { comparables, radius, enough: comparables.length >= enough };
    if (chosen.enough) break;
  }
  return chosen;
}

/** One listing per vehicle, without outlier prices; always in the same order. */
export function selectComparables(candidates: readonly Comparable[]): readonly Comparable[] {
  const once = new Map<string, Comparable>();
  for (const one of candidates.toSorted(byPreference)) {
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
type Range = { readonly low: number; readonly mid: number; readonly high: number };

export type Figures = {
  readonly sampleSize: number;
  readonly market: Range | undefined;
  /** The same prices at the subject's odometer; those of the market where no odometer is known. */
  readonly adjusted: Range | undefined;
  /** Dollars per mile, negative; undefined where nothing was adjusted. */
  readonly slope: number | undefined;
  /** How many adjustments were capped at a fifth of the price. */
  readonly capped: number;
};

export type Method = {
  /** The largest adjustment of a price, as a share of it. */
  readonly share: number;
  /**
   * Where only some comparables have an odometer, fewer than this say too little about the rest, and nothing is
   * adjusted.
   */
  readonly withMilesMin: number;
};

/** The method in force. */
export const method: Method = { share: 0.2, withMilesMin: 5 };

/** Every method that a stored snapshot may name; old methods stay here when a new one is added. */
export const methods: Readonly<Record<string, Method>> = {
  '2026-11.1': { share: 0.2, withMilesMin: 1 },
  [methodVersion]: method,
};

/** D-028, from the comparables alone: the same comparables and method give the same figures. */
export function computeFigures(
  comparables: readonly Comparable[],
  odometer: number | undefined,
  { share, withMilesMin }: Method = method,
): Figures {
  const sampleSize = comparables.length;
  const market = rangeOf(comparables.map(({ price }) => price));
  const withMiles = comparables.filter((one): one is WithMiles => one.miles !== undefined);
  const movable = withMiles.length > 0 && (withMiles.length === sampleSize || withMiles.length >= withMilesMin);
  if (market === undefined || odometer === undefined || !movable)
    return { sampleSize, market, adjusted: market, slope: undefined, capped: 0 };
  const slope = computeSlope(withMiles, market.mid);
  const moves = withMiles.map((one) => computeMove(one, { slope, odometer, share }));
  const moved = withMiles.map(({ price }, index) => price + (moves[index]?.by ?? 0));
  const capped = moves.filter((move) => move.capped).length;
  return { sampleSize, market, adjusted: rangeOf(moved), slope, capped };
}

/** What a price became in the figures; undefined for one that has no part in the adjusted range. */
export type Adjustment = { readonly dollars: number; readonly price: number; readonly isCapped: boolean };

/**
 * The adjustment of each comparable, in their order, by the slope that the figures were computed with. Where nothing was
 * adjusted every price stands as it is; where something was, one without an odometer is left out.
 */
export function computeAdjustments(
  comparables: readonly Comparable[],
  { slope }: Pick<Figures, 'slope'>,
  { odometer, share = method.share }: { readonly odometer: number | undefined; readonly share?: number },
): readonly (Adjustment | undefined)[] {
  return comparables.map((one) => {
    if (slope === undefined || odometer === undefined) return { dollars: 0, price: one.price, isCapped: false };
    if (one.miles === undefined) return undefined;
    const { by, capped: isCapped } = computeMove({ ...one, miles: one.miles }, { slope, odometer, share });
    const price = toDollars(one.price + by);
    return { dollars: price - one.price, price, isCapped };
  });
}

type MoveTo = { readonly slope: number; readonly odometer: number; readonly share: number };

/** Dollars by which the price of a comparable moves to the subject's odometer, and whether its cap was reached. */
export function computeMove({ price, miles }: WithMiles, { slope, odometer, share }: MoveTo) {
  const [by, most] = [slope * (odometer - miles), share * price];
  return { by: Math.min(most, Math.max(-most, by)), capped: Math.abs(by) > most };
}

/** A comparable without an odometer says nothing about what a mile costs, and cannot be moved. */
export type WithMiles = Comparable & { readonly miles: number };

/** The price of a mile in this sample: its own slope, trusted less the smaller the sample is. */
export function computeSlope(withMiles: readonly WithMiles[], medianPrice: number): number {
  const fallback = -(defaultRates.find(({ below }) => medianPrice < below)?.rate ?? 0);
  if (withMiles.length < slopeFromSample) return fallback;
  const own = theilSenSlope(
    withMiles.map(({ miles, price }) => ({ x: miles, y: price })),
    apartMiles,
  );
  if (own === undefined) return fallback;
  const clamped = Math.min(slopeBounds.flattest, Math.max(slopeBounds.steepest, own));
  const weight = withMiles.length / (withMiles.length + shrinkage);
  return weight * clamped + (1 - weight) * fallback;
}

/** Rounded to six decimals first: floating point puts the midpoint of two prices slightly above or below it. */
const toDollars = (price: number): number => roundHalfUp(Number(price.toFixed(6)));

function rangeOf(prices: readonly number[]): Range | undefined {
  const [low, mid, high] = percentiles(prices, [0.1, 0.5, 0.9]) ?? [];
  if (low === undefined || mid === undefined || high === undefined) return undefined;
  return { low: toDollars(low), mid: toDollars(mid), high: toDollars(high) };
}

type Coverage = 'good' | 'thin' | 'none';

export function decideCoverage(sampleSize: number): Coverage {
  if (sampleSize >= enough) return 'good';
  return sampleSize > 0 ? 'thin' : 'none';
}

/** The source of invented listings; every read made from them says so. */
export const syntheticSource = 'synthetic';

export const isSynthetic = ({ source }: { readonly source: string }): boolean => source === syntheticSource;
