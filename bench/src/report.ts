/** The value that `share` of the sorted values do not exceed (nearest rank); NaN for no values. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  if (Number.isInteger(middle)) return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
  return sorted[Math.floor(middle)] ?? Number.NaN;
}

/** For times in milliseconds, in any order. */
export function percentiles(timesMs: Iterable<number>, digits = 1) {
  const sorted = Float64Array.from(timesMs).sort();
  const at = (share: number) => round(percentile(sorted, share), digits);
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** A figure and its bounds. */
export type Check = {
  readonly name: string;
  readonly value: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The figure also depends on the machine: a miss fails a manual run, but not the nightly one. */
  readonly speed?: true;
};

/** NaN keeps no bound: a figure that could not be measured counts as missed. */
export function keeps({ value, atLeast = -Infinity, atMost = Infinity }: Check): boolean {
  return value >= atLeast && value <= atMost;
}

/**
 * A bound of correctness, which applies at any size and speed: nothing lost, doubled, wrong, different or not
 * measured.
 */
const isPromise = ({ speed }: Check): boolean => speed !== true;

/** A broken promise fails a run of any size. */
let broken = false;
export const isBroken = (): boolean => broken;

/** Prints the missed bounds and all figures as the last line, in JSON; returns whether all were within bounds. */
export function conclude(figures: Readonly<Record<string, unknown>>, checks: readonly Check[]): boolean {
  const missed = checks.filter((check) => !keeps(check));
  broken ||= missed.some(isPromise);
  for (const check of checks) {
    const word = keeps(check) ? 'ok  ' : isPromise(check) ? 'BROKEN' : 'MISS';
    console.log(`${word} ${describe(check)}`);
  }
  console.log(JSON.stringify({ ...figures, ok: missed.length === 0, missed: missed.map(({ name }) => name) }));
  return missed.length === 0;
}

function describe({ name, value, atLeast, atMost }: Check): string {
  const bounds = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return `${name}: ${value} (${bounds.join(', ')})`;
}

/** The head has the names of the first row. The first column is text, the others are numbers. */
export function printTable(rows: readonly Readonly<Record<string, string | number>>[]): void {
  const head = Object.keys(rows[0] ?? {});
  const lines = [head, ...rows.map((row) => head.map((name) => String(row[name] ?? '')))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  for (const line of lines) console.log(line.map(pad).join('  '));
}

type Judged = {
  readonly figures: Readonly<Record<string, unknown>>;
  /** Each broken promise, by its name. */
  readonly findings: Readonly<Record<string, readonly string[]>>;
  /** Further counts that must be zero. */
  readonly zeros: Readonly<Record<string, number>>;
  readonly checks: readonly Check[];
  /** With an injected fault: the findings of which at least one must be present. */
  readonly shownBy: readonly string[] | undefined;
};

/** Concludes a run that compared promises with what exists. */
export function concludeFindings({ figures, findings, zeros, checks, shownBy }: Judged): boolean {
  const counts = Object.fromEntries(Object.entries(findings).map(([name, found]) => [name, found.length]));
  for (const [name, found] of Object.entries(findings))
    if (found.length > 0) console.log(`${name}, for example: ${found.slice(0, 5).join(', ')}`);
  const all = { ...figures, ...counts, ...zeros };
  if (shownBy !== undefined) {
    const value = shownBy.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
    return conclude(all, [{ name: `${shownBy.join(' or ')}, as injected`, value, atLeast: 1 }]);
  }
  const empty = Object.entries({ ...counts, ...zeros }).map(([name, value]): Check => ({ name, value, atMost: 0 }));
  return conclude(all, [...checks, ...empty]);
}

export function countBy<T>(things: readonly T[], key: (thing: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(key(thing), (counts.get(key(thing)) ?? 0) + 1);
  return counts;
}
