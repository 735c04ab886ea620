/** A call to be counted among its client's calls of the last `windowMs`. */
export type SlidingCall = {
  readonly limit: string;
  readonly client: string;
  readonly atMs: number;
  readonly windowMs: number;
  readonly most: number;
  /** May be counted in memory first; see `BatchedCalls`. */
  readonly batched: boolean;
};

/** The result of a call: 0 if allowed, or the milliseconds until it would be; how many more are allowed, and until when. */
export type Taken = { readonly waitMs: number; readonly remaining: number; readonly resetMs: number };

/** The calls in one sixtieth of a window, with the time of the last of them; lists of slices are ordered by time. */
export type Slice = { readonly lastMs: number; readonly calls: number };

const sliceOf = (atMs: number, windowMs: number): number => Math.floor(atMs / Math.max(1, Math.floor(windowMs / 60)));

/** The time of a call. The clocks of two processes differ slightly, so an earlier time is raised to the last one. */
const timeOf = (slices: readonly Slice[], atMs: number): number => Math.max(atMs, slices.at(-1)?.lastMs ?? atMs);

/** Calls from more than a window ahead were counted by a wrong clock, and are ignored. */
const believed = (slices: readonly Slice[], { atMs, windowMs }: SlidingCall): readonly Slice[] =>
  (slices.at(-1)?.lastMs ?? 0) > atMs + windowMs ? [] : slices;

/** Whether a call fits among those counted so far, by the algorithm of platform.count_call. */
export function decideSlidingCall(counted: readonly Slice[], call: SlidingCall): Taken {
  const { windowMs, most } = call;
  const slices = believed(counted, call);
  const nowMs = timeOf(slices, call.atMs);
  let total = 0;
  let oldestMs = nowMs;
  for (const { lastMs, calls } of slices.toReversed()) {
    if (lastMs <= nowMs - windowMs) break;
    oldestMs = lastMs;
    total += calls;
    if (total >= most) return refusedFor(lastMs + windowMs - nowMs);
  }
  if (total >= most) return refusedFor(windowMs);
  return { waitMs: 0, remaining: most - total - 1, resetMs: oldestMs + windowMs - nowMs };
}

export const refusedFor = (waitMs: number): Taken => ({ waitMs, remaining: 0, resetMs: waitMs });

/** The same calls and one more. */
export function addSlidingCall(counted: readonly Slice[], call: SlidingCall): Slice[] {
  const slices = believed(counted, call);
  return mergeSlices(slices, [{ lastMs: timeOf(slices, call.atMs), calls: 1 }], call.windowMs);
}

/** The calls of both lists, without those that have left the window. */
export function mergeSlices(some: readonly Slice[], others: readonly Slice[], windowMs: number): Slice[] {
  const merged = new Map<number, Slice>();
  for (const { lastMs, calls } of [...some, ...others]) {
    const slice = sliceOf(lastMs, windowMs);
    const known = merged.get(slice);
    merged.set(slice, { lastMs: Math.max(lastMs, known?.lastMs ?? 0), calls: calls + (known?.calls ?? 0) });
  }
  const slices = [...merged.values()].toSorted((one, other) => one.lastMs - other.lastMs);
  const sinceMs = (slices.at(-1)?.lastMs ?? 0) - windowMs;
  return slices.filter(({ lastMs }) => lastMs > sinceMs);
}
