// Which endpoint gets which event, and its result.
import type { Arrival } from './receivers.ts';
import type { Endpoint, Written } from './writer.ts';

/** A sequence in which `share` of the positions are `bad`, spread evenly; long enough for every one to occur. */
export function mix<T>(good: readonly T[], bad: readonly T[], share: number): T[] {
  const length = 100 * Math.max(1, Math.ceil(Math.max(good.length, bad.length) / 10));
  const turns: T[] = [];
  const used = { good: 0, bad: 0 };
  for (let place = 0; place < length; place += 1) {
    const isBad = Math.floor((place + 1) * share) > Math.floor(place * share);
    const from = isBad ? bad : good;
    const turn = from[used[isBad ? 'bad' : 'good'] % from.length];
    used[isBad ? 'bad' : 'good'] += 1;
    if (turn !== undefined) turns.push(turn);
  }
  return turns;
}

type Outcome = {
  /** From commit to the first arrival, of those that arrived. */
  readonly latenciesMs: Float64Array;
  /** Committed and not arrived. */
  readonly missing: number;
  /** Arrived under a signature that is not genuine. */
  readonly forged: number;
  /** Arrived more than once. */
  readonly repeated: number;
};

/** Compares what was committed for these endpoints with what arrived at them. */
export function matchArrivals(
  written: readonly Written[],
  arrivals: readonly Arrival[],
  endpoints: readonly Endpoint[],
): Outcome {
  const accounts = new Set(endpoints.map(({ accountId }) => accountId));
  const wanted = new Map(written.filter((of) => accounts.has(of.accountId)).map((of) => [of.eventId, of]));
  const latencies = new Map<string, number>();
  let forged = 0;
  let repeated = 0;
  for (const { eventId, atMs, genuine } of arrivals) {
    const of = wanted.get(eventId);
    if (of === undefined) continue;
    if (!genuine) forged += 1;
    if (latencies.has(eventId)) repeated += 1;
    else latencies.set(eventId, atMs - of.committedAtMs);
  }
  return {
    latenciesMs: Float64Array.from(latencies.values()),
    missing: wanted.size - latencies.size,
    forged,
    repeated,
  };
}
