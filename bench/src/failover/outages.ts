import { percentile } from '#bench/numbers/statistics';
import { printTable } from '#bench/report/report';
import type { Kind } from './faults.ts';

export type Struck = {
  readonly kind: Kind;
  /** The longest time without an acknowledged intake, from the fault until everything was as before. */
  readonly outageMs: number;
  /** How long it took until every node followed again; Infinity when that never was. */
  readonly wholeMs: number;
  /** What clients were told instead, by status, and what /readyz said. */
  readonly answers: Readonly<Record<string, number>>;
  readonly readiness: Readonly<Record<string, number>>;
};

/** Between two of these times, or from the start to the first of them. */
export function longestGap(timesMs: readonly number[], startMs: number): number {
  let [longest, last] = [0, startMs];
  for (const time of timesMs.filter((one) => one > startMs)) {
    longest = Math.max(longest, time - last);
    last = time;
  }
  return longest;
}

type Outage = { readonly count: number; readonly p50S: number; readonly p95S: number; readonly maxS: number };

/** By the kind of fault. */
export function computeOutages(struck: readonly Struck[]): Record<string, Outage> {
  const kinds = [...new Set(struck.map(({ kind }) => kind))].toSorted();
  return Object.fromEntries(
    kinds.map((kind) => {
      const times = struck.filter((one) => one.kind === kind).map(({ outageMs }) => outageMs);
      const sorted = times.toSorted((one, other) => one - other);
      const inSeconds = (share: number) => Number((percentile(sorted, share) / 1000).toFixed(1));
      return [kind, { count: sorted.length, p50S: inSeconds(0.5), p95S: inSeconds(0.95), maxS: inSeconds(1) }];
    }),
  );
}

export function printOutages(struck: readonly Struck[]): void {
  const rows = Object.entries(computeOutages(struck)).map(([kind, { count, p50S, p95S, maxS }]) => {
    const said = (what: 'answers' | 'readiness') =>
      addUp(struck.filter((one) => one.kind === kind).map((one) => one[what]));
    return [kind, count, p50S, p95S, maxS, said('answers'), said('readiness')];
  });
  printTable(['fault', 'times', 'p50 s', 'p95 s', 'max s', 'instead of answers', '/readyz'], rows);
}

function addUp(counts: readonly Readonly<Record<string, number>>[]): string {
  const sums = new Map<string, number>();
  for (const [name, count] of counts.flatMap((one) => Object.entries(one)))
    sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].map(([name, count]) => `${name} ${count}`).join(', ');
}
