// Every process and command with a wrong clock on a database with rows that are due, will be due and were due: how many
// rows it changed. At the end the same with the right clock, which must change some.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { requirePrograms } from '#bench/service/programs';
import { intakeBody, intakesPath } from '#bench/intakes/request';
import { conclude, printTable, type Check } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { startCluster, withClient } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import { migrate, serviceEnv, startProcess, startReadyApi } from '#bench/service/service';
import type { Size } from '#bench/size';
import { countChanged, readRows } from './rows.ts';

const shiftsOf: Readonly<Record<Size, readonly string[]>> = {
  smoke: ['+60d'],
  quick: ['-2h', '+60d'],
  full: ['-2h', '+2h', '+60d', '+400d'],
};
const intakesOf: Readonly<Record<Size, number>> = { smoke: 5, quick: 20, full: 50 };

const startLimitMs = 60_000;
/** Once it has begun: every sweep begins at once, and the clock is compared again after five seconds. */
const workMsOf: Readonly<Record<Size, number>> = { smoke: 2_000, quick: 8_000, full: 8_000 };

const cli = 'server/src/start/cli.ts';
const commands: readonly (readonly string[])[] = [
  ['migrate'],
  ['staff', 'create', '--email', 'shifted@example.com', '--name', 'Shifted'],
  ['institution', 'create', '--name', 'Shifted'],
  ['messages', 'retry', '--confirm', '1'],
  ['staff', 'password', '--email', 'right@example.com'],
];

type Stage = { readonly databaseUrl: string; readonly directory: string; readonly workMs: number };
type Result = { readonly process: string; readonly shift: string; readonly changed: number; readonly refused: boolean };

export async function drillClock(closing: RunStack, size: Size): Promise<boolean> {
  requirePrograms({ faketime: 'faketime' });
  const [library = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  const cluster = closing.adopt(await startCluster(), (one) => one.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  const stage = { databaseUrl, directory: cluster.directory, workMs: workMsOf[size] };
  await migrate(stage.databaseUrl);
  await fill(stage, intakesOf[size]);
  const results: Result[] = [];
  for (const shift of shiftsOf[size]) {
    const fake = { LD_PRELOAD: library, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' };
    for (const name of ['api', 'worker', 'all'] as const)
      results.push({ shift, ...(await changedBy(stage, () => runProcess(stage, name, fake), name)) });
    for (const words of size === 'smoke' ? commands.slice(0, 2) : commands)
      results.push({
        shift,
        ...(await changedBy(stage, () => runCommand(stage, words, fake), words.slice(0, 2).join(' '))),
      });
  }
  const right = await changedBy(stage, () => runProcess(stage, 'worker', {}), 'worker');
  printTable(
    ['process', 'shift', 'rows changed', 'refused'],
    [...results, { ...right, shift: '0' }].map(({ process, shift, changed, refused }) => [
      process,
      shift,
      changed,
      refused ? 'yes' : 'no',
    ]),
  );
  const checks: Check[] = [
    ...results.map(({ process, shift, changed }) => ({
      name: `rows changed by ${process} at ${shift}`,
      value: changed,
      atMost: 0,
    })),
    { name: 'not refused with a wrong clock', value: results.filter(({ refused }) => !refused).length, atMost: 0 },
    { name: 'rows changed by worker with the right clock', value: right.changed, atLeast: 1 },
  ];
  return conclude({ drill: 'clock', size, results, right }, checks);
}

/** Intakes that are open, some whose time is over, messages that wait, a failed one, a member and days of the logs. */
async function fill(stage: Stage, intakes: number): Promise<void> {
  const { databaseUrl, directory } = stage;
  const port = await freePort();
  const api = await startReadyApi({ databaseUrl, port, logFile: join(directory, 'right.log') });
  for (let made = 0; made < intakes; made += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}${intakesPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `drill-${made}` },
      body: JSON.stringify(intakeBody(`owner-${made}@example.com`)),
    });
    if (answer.status !== 201) throw new Error(`an intake was answered with ${answer.status}`);
  }
  await api.end('SIGTERM');
  const member = ['staff', 'create', '--email', 'right@example.com', '--name', 'Right'];
  if (!(await runCommand(stage, member, {})).done) throw new Error('no staff member was created');
  await withClient(databaseUrl, async (client) => {
    await client.query(`update intakes.intakes set expires_at = now() - interval '1 hour'
      where id in (select id from intakes.intakes order by id limit 2)`);
    await client.query(`update customers.messages set state = 'failed', last_failure = 'unavailable 535'
      where id = (select min(id) from customers.messages)`);
  });
}

type Ran = { readonly refused: boolean; readonly done: boolean };

async function changedBy({ databaseUrl }: Stage, run: () => Promise<Ran>, process: string) {
  const before = await readRows(databaseUrl);
  const { refused } = await run();
  return { process, changed: countChanged(before, await readRows(databaseUrl)), refused };
}

/** Starts it, gives it time to do what it would do, and asks an api for what it would write. */
async function runProcess(
  { databaseUrl, directory, workMs }: Stage,
  name: 'api' | 'worker' | 'all',
  fake: Readonly<Record<string, string>>,
): Promise<Ran> {
  const logFile = join(directory, 'process.log');
  writeFileSync(logFile, '');
  const port = await freePort();
  const env = { ...serviceEnv, ...fake, DATABASE_URL: databaseUrl, PORT: String(port) };
  const process = startProcess({ script: `server/src/start/${name}.ts`, env, logFile });
  try {
    const begun = name === 'api' ? '"api.listening"' : '"worker.started"';
    await untilLogged(logFile, begun);
    await pause(workMs);
    const refused = readFileSync(logFile, 'utf8').includes('"clock.skewed"');
    if (name === 'worker') return { refused, done: true };
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { missing } = (await ready.json()) as { missing: string[] };
    const asked = await fetch(`http://127.0.0.1:${port}${intakesPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(intakeBody('owner-0@example.com')),
    });
    return { refused: refused && missing.includes('clock') && asked.status === 503, done: asked.status === 201 };
  } finally {
    await process.end('SIGTERM');
  }
}

async function untilLogged(logFile: string, text: string): Promise<void> {
  const deadline = performance.now() + startLimitMs;
  while (!readFileSync(logFile, 'utf8').includes(text)) {
    if (performance.now() > deadline) throw new Error(`the log did not say ${text}`);
    await pause(100);
  }
}

async function runCommand(
  { databaseUrl, directory }: Stage,
  args: readonly string[],
  fake: Readonly<Record<string, string>>,
): Promise<Ran> {
  const logFile = join(directory, 'command.log');
  writeFileSync(logFile, '');
  const env = { ...serviceEnv, ...fake, DATABASE_URL: databaseUrl };
  const { code } = await startProcess({ script: cli, args, env, logFile }).exited;
  const said = readFileSync(logFile, 'utf8');
  return { refused: code === 1 && said.includes('The clock of this machine'), done: code === 0 };
}
