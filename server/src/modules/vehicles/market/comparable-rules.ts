import { withoutOutliers } from '#lib/numbers/statistics';

/** Miles around the ZIP, tried in this order until one gives enough (D-028). */
export const radii = [50, 100, 150, 250] as const;
export const enough = 12;

/** From so many on the figures are those of a market, and not of single cars. */
export const handful = 5;

/**
 * The most listings that one read uses: a state's most recently seen, or a ZIP's nearest. More of them made the figures no
 * better, and each costs the database and the reader time.
 */
export const listingsMax = 150;

const outlierTimes = 3.5;

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
  /** By what it is driven, as a key; absent where its source does not say. */
  readonly fuel?: string;
  /** Since when it was seen at this price. */
  readonly firstSeenAt?: string;
};

export type Area =
  | { readonly kind: 'radius'; readonly miles: number }
  | { readonly kind: 'state'; readonly state: string };

type Chosen = { readonly comparables: readonly Comparable[]; readonly radius: number; readonly enough: boolean };

/** The first circle that still has enough comparables after selection, or the widest. */
export function chooseRadius(candidates: readonly Comparable[], upTo: number, lossDay?: string): Chosen {
  let chosen: Chosen = { comparables: [], radius: radii[0], enough: false };
  for (const radius of radii.filter((miles) => miles <= upTo)) {
    const near = candidates.filter(({ distanceMiles = 0 }) => distanceMiles <= radius);
    const comparables = selectComparables(near, lossDay);
    chosen = { comparables, radius, enough: comparables.length >= enough };
    if (chosen.enough) break;
  }
  return chosen;
}

/**
 * One listing per vehicle, without outlier prices; always in the same order. Around a day in the past, the asking
 * price of that day outranks earlier and later ones.
 */
export function selectComparables(candidates: readonly Comparable[], lossDay?: string): readonly Comparable[] {
  const once = new Map<string, Comparable>();
  const daysOff = (one: Comparable): number => (lossDay === undefined ? 0 : daysFrom(lossDay, one));
  for (const one of candidates.toSorted((a, b) => daysOff(a) - daysOff(b) || byPreference(a, b))) {
    const vehicle = one.vin ?? `${one.source}/${one.sourceId}`;
    if (!once.has(vehicle)) once.set(vehicle, one);
  }
  return withoutOutliers([...once.values()].toSorted(byPreference), ({ price }) => price, outlierTimes);
}

const dayMs = 86_400_000;

/** Whole days between a day and the days on which a listing was seen at its price; none where it was seen around it. */
function daysFrom(day: string, { firstSeenAt, lastSeenAt }: Comparable): number {
  const [at, first, last] = [day, (firstSeenAt ?? lastSeenAt).slice(0, 10), lastSeenAt.slice(0, 10)].map(Date.parse);
  if (at === undefined || first === undefined || last === undefined) return 0;
  return Math.max(0, first - at, at - last) / dayMs;
}

/** Of one vehicle's listings the lowest price counts, of equal prices the one seen last. */
const byPreference = (one: Comparable, other: Comparable): number =>
  one.price - other.price ||
  compare(other.lastSeenAt, one.lastSeenAt) ||
  compare(one.source, other.source) ||
  compare(one.sourceId, other.sourceId);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

type Coverage = 'good' | 'thin' | 'none';

export function decideCoverage(sampleSize: number): Coverage {
  if (sampleSize >= enough) return 'good';
  return sampleSize > 0 ? 'thin' : 'none';
}

/** The source of invented listings; every read made from them says so. */
export const syntheticSource = 'synthetic';

export const isSynthetic = ({ source }: { readonly source: string }): boolean => source === syntheticSource;
