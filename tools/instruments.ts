// Starts instruments at their smallest size: by day a third of those that look for faults, in turn, and all at night (NIGHTLY=1).
// What they measure is not judged here, only that they run to their end and say their figures: an instrument that has broken unnoticed
// is missed on the day it is needed. Those that count what must never happen judge themselves at every size.
import { parseArgs } from 'node:util';
import { isNightly, pickTurn } from '../server/test/runs.ts';
import { runStep, type StepResult } from './steps.ts';

/** Every new table concerns the first, and every new input the second. */
const daily = ['fault erasure', 'abuse stalls'];

/** Each on one of three days, so that all are started within them, and CI has time for its tests. */
const inTurn = [
  'drill restore',
  'fault keys',
  'fault webhooks',
  'walk',
  'fault intakes',
  'abuse',
  'fault signatures',
  'fault sandbox',
  'fault revocation',
  'fault sign-in',
];

/** Measure speed alone, take longest, or have a small form among the tests. The longest come first, since two run at a time. */
const atNight = [
  'bench webhooks',
  'bench documents',
  'bench growth',
  'bench mixed',
  'fault failover',
  'fault deploys',
  'fault freeze',
  'fault versions',
  'drill clock',
  'drill partitions',
  'drill migrations',
  'drill disaster',
  'drill cells',
  'drill soak',
  'bench intakes',
  'bench roster',
  'bench polls',
  'bench market',
  'bench intakes --profile',
  'bench webhooks --profile',
  'bench starts',
  'bench statements',
  'bench strangers',
  'bench row-security',
  'bench vin',
  'probe webhooks',
  'bench signatures',
  'bench egress',
  'bench request-log',
  'bench referral-files',
  'bench roster-files',
];

/** A machine for tests has two cores. */
const atOnce = 2;

/** The last line is all figures, as one JSON object. */
function saysFigures({ output }: StepResult): boolean {
  try {
    return typeof JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') === 'object';
  } catch {
    return false;
  }
}

async function start(instrument: string): Promise<boolean> {
  const [name = '', ...args] = instrument.split(' ');
  const command = [process.execPath, `bench/src/${name}.ts`, ...args, '--smoke'];
  const result = await runStep({ name: instrument, command });
  const ok = result.ok && saysFigures(result);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${instrument} (${result.seconds.toFixed(1)} s)`);
  if (!ok) console.log(result.output);
  return ok;
}

/** Starts them side by side; gives those that did not run to their end. */
async function startAll(names: readonly string[], lines: number): Promise<string[]> {
  const queue = [...names];
  const failed: string[] = [];
  const line = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      if (!(await start(next))) failed.push(next);
  };
  await Promise.all(Array.from({ length: lines }, line));
  return failed;
}

const { positionals: named } = parseArgs({ allowPositionals: true });
const all = [...atNight, ...inTurn, ...daily];
const due = isNightly ? all : [...pickTurn(inTurn), ...daily];
const wanted = named.length === 0 ? due : all.filter((name) => named.includes(name));
// What failed on a busy machine is started once more, alone; that it then runs is no reason to be content.
const failed = await startAll(wanted, atOnce);
const failedTwice = await startAll(failed, 1);
for (const name of failed) if (!failedTwice.includes(name)) console.log(`UNSTEADY ${name}`);
process.exit(wanted.length > 0 && failedTwice.length === 0 ? 0 : 1);
