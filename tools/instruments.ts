// Starts instruments at their smallest size; those that only measure speed, and those that take longest, at night (NIGHTLY=1). What they
// measure is not judged here, only that they run to their end and say their figures: an instrument that has broken unnoticed
// is missed on the day it is needed.
import { parseArgs } from 'node:util';
import { runStep, type StepResult } from './steps.ts';

/** Every instrument, as it is called; a new one is added here. The longest come first, since two run at a time. */
const instruments = [
  'bench webhooks',
  'bench documents',
  'bench growth',
  'bench mixed',
  'fault webhooks',
  'fault failover',
  'fault deploys',
  'fault freeze',
  'fault versions',
  'drill clock',
  'drill partitions',
  'drill migrations',
  'drill restore',
  'drill disaster',
  'drill cells',
  'drill soak',
  'abuse',
  'bench intakes',
  'bench roster',
  'bench polls',
  'bench market',
  'fault keys',
  'fault intakes',
  'fault sandbox',
  'fault revocation',
  'fault sign-in',
  'fault signatures',
  'fault erasure',
  'bench intakes --profile',
  'bench webhooks --profile',
  'bench starts',
  'bench statements',
  'bench strangers',
  'bench row-security',
  'bench vin',
  'probe webhooks',
  'walk',
  'bench signatures',
  'bench egress',
  'bench request-log',
  'bench referral-files',
  'bench roster-files',
];

/** Measure speed alone, take longest, or have a small form among the tests; started at night, or when they are named. */
const atNight = [
  'bench webhooks',
  'bench documents',
  'bench growth',
  'bench mixed',
  'bench market',
  'bench intakes --profile',
  'bench webhooks --profile',
  'fault failover',
  'fault deploys',
  'fault freeze',
  'fault versions',
  'drill clock',
  'drill partitions',
  'drill disaster',
  'drill migrations',
  'drill cells',
  'drill soak',
  'bench request-log',
  'bench referral-files',
  'bench roster-files',
  'probe webhooks',
  'bench intakes',
  'bench roster',
  'bench polls',
  'bench starts',
  'bench statements',
  'bench strangers',
  'bench row-security',
  'bench vin',
  'bench signatures',
  'bench egress',
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
const isWanted = (name: string): boolean =>
  named.length === 0 ? process.env['NIGHTLY'] === '1' || !atNight.includes(name) : named.includes(name);
const wanted = instruments.filter(isWanted);
// What failed on a busy machine is started once more, alone; that it then runs is no reason to be content.
const failed = await startAll(wanted, atOnce);
const failedTwice = await startAll(failed, 1);
for (const name of failed) if (!failedTwice.includes(name)) console.log(`UNSTEADY ${name}`);
process.exit(wanted.length > 0 && failedTwice.length === 0 ? 0 : 1);
