import { quantileSorted, quickselect } from 'simple-statistics';

/** The value at rank p(n - 1), by linear interpolation between two values; undefined for an empty list. */
function percentile(values: readonly number[], share: number): number | undefined {
  return values.length === 0 ? undefined : quantileSorted(sorted(values), share);
}

/** Several percentiles of the same values, sorted once. */
export function percentiles<const Shares extends readonly number[]>(
  values: readonly number[],
  shares: Shares,
): { readonly [Place in keyof Shares]: number } | undefined {
  if (values.length === 0) return undefined;
  const inOrder = sorted(values);
  return shares.map((share) => quantileSorted(inOrder, share)) as { readonly [Place in keyof Shares]: number };
}

const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);

/** Values within `times` the median absolute deviation of the median; all of them where that deviation is zero. */
export function withoutOutliers<T>(things: readonly T[], valueOf: (thing: T) => number, times: number): readonly T[] {
  const values = things.map(valueOf);
  const middle = percentile(values, 0.5) ?? 0;
  const deviation =
    percentile(
      values.map((value) => Math.abs(value - middle)),
      0.5,
    ) ?? 0;
  if (deviation === 0) return things;
  return things.filter((thing) => Math.abs(valueOf(thing) - middle) <= times * deviation);
}

type Point = { readonly x: number; readonly y: number };

/**
 * The Theil–Sen slope: the median of the slopes of all pairs that are at least `apart` from each other, which a few
 * wrong points do not change. Undefined where no pair is far enough apart.
 */
export function theilSenSlope(points: readonly Point[], apart: number): number | undefined {
  const xs = Float64Array.from(points, ({ x }) => x);
  const ys = Float64Array.from(points, ({ y }) => y);
  const slopes = new Float64Array((points.length * (points.length - 1)) / 2);
  let count = 0;
  for (let one = 0; one < xs.length; one += 1) {
    const [x, y] = [xs[one] ?? 0, ys[one] ?? 0];
    for (let other = one + 1; other < xs.length; other += 1) {
      const run = (xs[other] ?? 0) - x;
      if (run >= apart || run <= -apart) slopes[count++] = ((ys[other] ?? 0) - y) / run;
    }
  }
  return medianInPlace(slopes.subarray(0, count));
}

/** Without sorting, because five hundred points have 124,750 pairs. */
function medianInPlace(values: Float64Array): number | undefined {
  if (values.length === 0) return undefined;
  const half = values.length >> 1;
  // It only reads and swaps by index, so a typed array works as well.
  quickselect(values as unknown as number[], half, 0, values.length - 1);
  const upper = values[half] ?? Number.NaN;
  if (values.length % 2 === 1) return upper;
  let lower = -Infinity;
  for (let index = 0; index < half; index += 1) lower = Math.max(lower, values[index] ?? -Infinity);
  return (lower + upper) / 2;
}

/** Rounds half up, also below zero. */
export const roundHalfUp = (value: number): number => Math.floor(value + 0.5);
