// Starts instruments at their smallest size: in CI, by turns, a quarter of those that look for faults, and nightly
// (NIGHTLY=1) all of
// them with --quick. Speed is not judged here. Every other bound fails the run (`isPromise` in bench/src/report.ts).
import { parseArgs } from 'node:util';
import { isNightly, pickTurn } from '../server/test/runs.ts';
import { runStep, type StepResult } from './steps.ts';

/** Every new table affects the first, every new input the second, and every change the third. */
const daily = ['chaos erasure', 'abuse stalls', 'model'];

/** CI starts each of them every fourth day. */
const inTurn = ['recovery restore', 'chaos webhooks', 'chaos intakes', 'chaos jail', 'abuse'];

/** These only measure speed, or take longest. The longest come first, because two run in parallel. */
const atNight = [
  'bench webhooks',
  'bench mixed',
  'chaos failover',
  'chaos deploys',
  'chaos versions',
  'bench intakes',
  'bench roster',
  'bench polls',
  'bench market',
  'bench anonymous-load',
];

/** A test machine has two cores. */
const atOnce = 2;

/** The last line contains all figures as one JSON object. */
function saysFigures({ output }: StepResult): boolean {
  try {
    return typeof JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') === 'object';
  } catch {
    return false;
  }
}

const size = isNightly ? '--quick' : '--smoke';

/** A broken promise is final. Other failures may be caused by a busy machine. */
type Verdict = 'ok' | 'failed' | 'broken';

async function start(instrument: string): Promise<Verdict> {
  const command = [process.execPath, 'bench/src/main.ts', ...instrument.split(' '), size];
  const result = await runStep({ name: instrument, command });
  const broken = /^BROKEN /m.test(result.output);
  const ended = saysFigures(result) && (result.ok || isNightly);
  const verdict = broken ? 'broken' : ended ? 'ok' : 'failed';
  console.log(`${verdict === 'ok' ? 'ok  ' : 'FAIL'} ${instrument} (${result.seconds.toFixed(1)} s)`);
  if (verdict !== 'ok') console.log(result.output);
  return verdict;
}

/** Runs them in parallel; returns those that did not pass. */
async function startAll(names: readonly string[], lines: number): Promise<{ failed: string[]; broken: string[] }> {
  const queue = [...names];
  const found: Record<Verdict, string[]> = { ok: [], failed: [], broken: [] };
  const line = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) found[await start(next)].push(next);
  };
  await Promise.all(Array.from({ length: lines }, line));
  return found;
}

const { positionals: named } = parseArgs({ allowPositionals: true });
const all = [...atNight, ...inTurn, ...daily];
const due = isNightly ? all : [...pickTurn(inTurn), ...daily];
const wanted = named.length === 0 ? due : all.filter((name) => named.includes(name));
const first = await startAll(wanted, atOnce);
// An instrument that failed on a busy machine runs once more, alone; the failure is still reported if it then passes.
const second = await startAll(first.failed, 1);
for (const name of first.failed)
  if (![...second.failed, ...second.broken].includes(name)) console.log(`UNSTEADY ${name}`);
const refused = [...first.broken, ...second.failed, ...second.broken];
process.exit(wanted.length > 0 && refused.length === 0 ? 0 : 1);
