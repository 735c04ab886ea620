// The command line of all instruments: npm run bench|chaos|recovery|test:abuse|test:model -- [WHAT] [options]. Exit 0
// if every
// bound was kept, 1 if one was not, 2 on a usage error or a missing program. With --inject: 0 exactly if the fault
// was
// noticed; `--inject all` tries each fault in a separate process.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RunStack, type Given, type Instrument, type Options, type Size } from './instrument.ts';
import { conclude, isBroken } from './report.ts';

/** Imported on demand, because some faults are injected into modules that are loaded later. */
const instruments: Readonly<Record<string, () => Promise<{ readonly instrument: Instrument }>>> = {
  'bench anonymous-load': () => import('./anonymous-load/bench.ts'),
  'bench intakes': () => import('./intakes/bench.ts'),
  'bench market': () => import('./market/bench.ts'),
  'bench mixed': () => import('./mixed/bench.ts'),
  'bench polls': () => import('./polls/bench.ts'),
  'bench roster': () => import('./roster/bench.ts'),
  'bench webhooks': () => import('./webhooks/bench.ts'),
  'chaos deploys': () => import('./deploys/chaos.ts'),
  'chaos erasure': () => import('./erasure/chaos.ts'),
  'chaos failover': () => import('./failover/chaos.ts'),
  'chaos intakes': () => import('./intakes/chaos.ts'),
  'chaos jail': () => import('./jail/chaos.ts'),
  'chaos versions': () => import('./versions/chaos.ts'),
  'chaos webhooks': () => import('./webhooks/chaos.ts'),
  'recovery restore': () => import('./restore/recovery.ts'),
  abuse: () => import('./abuse/day.ts'),
  'abuse stalls': () => import('./abuse/stalls.ts'),
  model: () => import('./model-test/run.ts'),
};

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const common = { quick: flag, smoke: flag, seed: text, inject: text, logs: text };
const special = {
  minutes: text,
  seeds: text,
  steps: text,
  limit: text,
  only: text,
  old: text,
  redis: text,
  sales: text,
} satisfies Record<keyof Options, unknown>;
const numbers = ['seed', 'minutes', 'seeds', 'steps', 'limit'];

type Run = { readonly name: string; readonly instrument: Instrument; readonly given: Given };

class UsageError extends Error {}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...common, ...special } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function readRun(args: string[]): Promise<Run> {
  const { values, positionals } = parse(args);
  const name = positionals.join(' ');
  if (!Object.hasOwn(instruments, name)) throw new UsageError(`There is no "${name}".`);
  const instrument = (await instruments[name]?.())?.instrument;
  if (instrument === undefined) throw new UsageError(`There is no "${name}".`);
  const { faults = [], needsFull = [], takes = [], hasDailySeed = false } = instrument;
  const foreign = Object.keys(values).filter((one) => !(one in common) && !takes.some((taken) => taken === one));
  if (foreign.length > 0) throw new UsageError(`${name} does not take --${foreign.join(', --')}.`);
  const parsed = Object.entries(values).map(([key, value]) => [key, numbers.includes(key) ? Number(value) : value]);
  const wrong = parsed.filter(([, value]) => typeof value === 'number' && !(value > 0 && value < 1e9));
  if (wrong.length > 0) throw new UsageError(`Not a number above 0: --${wrong.map(([key]) => key).join(', --')}`);
  const { quick, smoke, seed, inject, ...options } = Object.fromEntries(parsed) as Omit<Given, 'size' | 'seed'> & {
    readonly quick?: boolean;
    readonly smoke?: boolean;
    readonly seed?: number;
  };
  const size: Size = smoke ? 'smoke' : quick ? 'quick' : 'full';
  if (inject !== undefined && inject !== 'all') {
    if (!faults.includes(inject)) throw new UsageError(`Faults of ${name}: ${faults.join(', ') || 'none'}`);
    if (size !== 'full' && needsFull.includes(inject)) throw new UsageError(`${inject} only shows at full size.`);
  }
  const usual = hasDailySeed && smoke ? Number(new Date().toISOString().slice(0, 10).replaceAll('-', '')) : 1;
  return { name, instrument, given: { ...options, size, seed: seed ?? usual, inject } };
}

/** An injected fault cannot be removed from a process, so each has its own. */
function tryFaults({ name, instrument: { faults = [], needsFull = [] }, given: { size } }: Run): boolean {
  const due = faults.filter((fault) => size === 'full' || !needsFull.includes(fault));
  const args = process.argv.slice(2).filter((arg, index, all) => arg !== '--inject' && all[index - 1] !== '--inject');
  const noticed = due.filter((fault) => {
    const front = fileURLToPath(import.meta.url);
    const { status, stdout } = spawnSync(process.execPath, [front, ...args, '--inject', fault], { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => /^(?:MISS |BROKEN |Difference at )/.test(line));
    console.log(`${fault}: ${status === 0 ? 'noticed' : 'NOT NOTICED'}\n  ${lines.join('\n  ')}`);
    return status === 0;
  });
  return conclude({ instrument: name, size, noticed }, [
    { name: 'injected faults noticed', value: noticed.length, atLeast: due.length },
  ]);
}

async function main(): Promise<number> {
  const run = await readRun(process.argv.slice(2));
  const { instrument, given } = run;
  if (given.inject === 'all') return tryFaults(run) ? 0 : 1;
  await using closing = new RunStack();
  const isKept = await instrument.run(closing, given);
  if (isKept) return 0;
  const isJudged = given.size !== 'smoke' || given.inject !== undefined || instrument.isStrict === true;
  return isJudged || isBroken() ? 1 : 0;
}

try {
  process.exit(await main());
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  const names = Object.keys(instruments).join('\n  ');
  console.error(`${error.message}\nInstruments:\n  ${names}\nOptions: --quick, --smoke, --seed N, --inject FAULT|all`);
  process.exit(2);
}
