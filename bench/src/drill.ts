// npm run drill -- restore|disaster|cells|clock|partitions|migrations|soak [--quick|--smoke]: exit 0 when every promise was
// kept, 1 when one was not, 2 usage error or a missing program. With a planted bug: 0 exactly when it was caught. With --smoke
// only counts that must be none or exact are judged.
import { parseArgs } from 'node:util';
import { cellPlants, drillCells } from './cells/drill.ts';
import { drillClock } from './drill/clock.ts';
import { drillMigrations, plants as migrationPlants } from './drill/migrations.ts';
import { drillPartitions } from './drill/partitions.ts';
import { drillSoak } from './mixed/bench.ts';
import { drillDisaster } from './restore/disaster.ts';
import { drillRestore, plants as restorePlants } from './restore/drill.ts';
import { RunStack } from './run-stack.ts';
import { exitCode, sizeFlags, sizeOf, type Size } from './size.ts';

type Given = {
  readonly size: Size;
  readonly plant: string | undefined;
  readonly rows: number | undefined;
  readonly minutes: number | undefined;
  readonly snapshot: boolean;
};

type Drill = {
  readonly plants?: readonly string[];
  /** Options that it alone takes. */
  readonly options?: readonly ('rows' | 'minutes' | 'snapshot')[];
  run(closing: RunStack, given: Given): Promise<boolean>;
};

const one = <Plant extends string>(plants: readonly Plant[], given: string | undefined) =>
  plants.find((plant) => plant === given);

const drills: Readonly<Record<string, Drill>> = {
  restore: {
    plants: restorePlants,
    run: (closing, { size, plant }) => drillRestore(closing, { size, plant: one(restorePlants, plant) }),
  },
  disaster: { run: (closing, { size }) => drillDisaster(closing, size) },
  cells: {
    plants: cellPlants,
    run: (closing, { size, plant }) => drillCells(closing, { size, plant: one(cellPlants, plant) }),
  },
  clock: { run: (closing, { size }) => drillClock(closing, size) },
  partitions: { run: (closing, { size }) => drillPartitions(closing, size) },
  migrations: {
    plants: migrationPlants,
    options: ['rows'],
    run: (closing, { size, rows, plant }) =>
      drillMigrations(closing, { size, rows, plant: one(migrationPlants, plant) }),
  },
  soak: {
    options: ['minutes', 'snapshot'],
    run: (closing, { size, minutes, snapshot }) => drillSoak(closing, { size, minutes, snapshot }),
  },
};

type Run = { readonly size: Size; run(closing: RunStack): Promise<boolean> };

function readRun(): Run | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...sizeFlags,
        plant: { type: 'string' },
        rows: { type: 'string' },
        minutes: { type: 'string' },
        snapshot: { type: 'boolean' },
      },
    });
    const [name = '', ...more] = positionals;
    const drill = Object.hasOwn(drills, name) ? drills[name] : undefined;
    if (drill === undefined || more.length > 0) return undefined;
    const { plants = [], options = [] } = drill;
    const { plant, rows, minutes, snapshot } = values;
    if (plant !== undefined && !plants.includes(plant)) return undefined;
    const foreign = Object.entries({ rows, minutes, snapshot }).some(
      ([option, value]) => value !== undefined && !options.some((taken) => taken === option),
    );
    if (foreign || ![rows, minutes].every(isCount)) return undefined;
    const given = { size: sizeOf(values), plant, rows: toCount(rows), minutes: toCount(minutes) };
    return { size: given.size, run: (closing) => drill.run(closing, { ...given, snapshot: snapshot === true }) };
  } catch {
    return undefined;
  }
}

const isCount = (text: string | undefined): boolean => text === undefined || /^[1-9]\d{0,8}$/.test(text);
const toCount = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

async function main(): Promise<number> {
  const run = readRun();
  if (run === undefined) {
    const usage = Object.entries(drills).map(([name, { plants = [], options = [] }]) =>
      [
        `npm run drill -- ${name} [--quick|--smoke]`,
        ...(plants.length === 0 ? [] : [`[--plant ${plants.join('|')}]`]),
        ...options.map((option) => (option === 'snapshot' ? '[--snapshot]' : `[--${option} NUMBER]`)),
      ].join(' '),
    );
    console.error(`Usage: ${usage.join('\n       ')}`);
    return 2;
  }
  await using closing = new RunStack();
  return exitCode(run.size, await run.run(closing));
}

process.exit(await main());
