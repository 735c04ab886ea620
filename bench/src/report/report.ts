import { notOurs, type Disturbance } from '#bench/service/machine';
import { tolerated } from '#bench/load/measure';

/** A figure and its bounds. */
export type Check = {
  readonly name: string;
  readonly value: number;
  readonly atLeast?: number;
  readonly atMost?: number;
};

/** NaN keeps no bound: a figure that could not be measured is a missed one. */
export function keeps({ value, atLeast = -Infinity, atMost = Infinity }: Check): boolean {
  return value >= atLeast && value <= atMost;
}

/** A count that must be none, or exact, at any size and speed: nothing lost, doubled, wrong or different. Small runs do not count all. */
const isPromise = ({ value, atLeast, atMost }: Check): boolean =>
  !Number.isNaN(value) && (atMost === 0 || (atLeast !== undefined && atLeast === atMost));

/** A promise was broken, which fails a run of any size. */
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

/** Columns as wide as their widest cell; the first is text, the others are numbers. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    const cells = widths.map((width, column) => {
      const cell = line[column] ?? '';
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(cells.join('  '));
  }
}

/** How much of the machine was used by others in the worst slice. */
export function printDisturbance(disturbance: Disturbance): void {
  const { foreign, stolen } = disturbance;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(`worst slice: ${percent(foreign)} of the machine in other hands, ${percent(stolen)} in its host's`);
  if (notOurs(disturbance) > tolerated) console.log('The machine was not quiet: rates and ratios are not exact.');
}
