// What a start costs: time until it serves or has ended, processor time and memory, with and without cached code.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, round } from '#bench/numbers/statistics';
import { conclude, printTable, type Check } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { startCluster } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import { migrate, serviceEnv, startProcess, waitReady, type Process } from '#bench/service/service';
import type { Size } from '#bench/size';

/** Processor time of a command that needs little, with cached code: what somebody at a shell waits for. */
const mostOfCommandMs = 500;

const turnsOf: Readonly<Record<Size, number>> = { smoke: 1, quick: 3, full: 9 };

/** Whether what Node made of our TypeScript at an earlier start is there. */
const caches = ['cached', 'first start'] as const;
type Cache = (typeof caches)[number];

type Start = {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  /** Where it answers once it serves; a command has ended instead. */
  readonly readyPath?: { readonly portSetting: 'PORT' | 'METRICS_PORT'; readonly path: string };
  /** A command that is called wrongly ends with 2, and says how it is called. */
  readonly code?: number;
};

const cli = 'server/src/start/makewhole.js';

const starts: readonly Start[] = [
  { name: 'api', script: 'server/src/start/api.ts', readyPath: { portSetting: 'PORT', path: '/readyz' } },
  {
    name: 'worker',
    script: 'server/src/start/worker.ts',
    readyPath: { portSetting: 'METRICS_PORT', path: '/metrics' },
  },
  { name: 'makewhole --help', script: cli, args: ['--help'], code: 2 },
  { name: 'makewhole audit verify', script: cli, args: ['audit', 'verify'] },
  { name: 'makewhole migrate', script: cli, args: ['migrate'] },
  { name: 'makewhole consent verify', script: cli, args: ['consent', 'verify'] },
];

type Cost = { readonly readyMs: number; readonly cpuMs: number; readonly peakMb: number };

export async function benchStarts(closing: RunStack, size: Size): Promise<boolean> {
  const cluster = closing.adopt(await startCluster(), (one) => one.remove());
  const databaseUrl = await cluster.createDatabase('makewhole');
  await migrate(databaseUrl);
  const cacheDirectory = join(cluster.directory, 'compiled');
  const measureStart = async (start: Start, cache: Cache): Promise<Cost> => {
    if (cache === 'first start') rmSync(cacheDirectory, { recursive: true, force: true });
    return await measureOne(start, { databaseUrl, cacheDirectory });
  };
  const figures: Record<string, Record<Cache, Cost>> = {};
  for (const start of starts) {
    const of = async (cache: Cache) => {
      const costs: Cost[] = [];
      for (let turn = 0; turn < turnsOf[size]; turn += 1) costs.push(await measureStart(start, cache));
      return medianOf(costs);
    };
    // The first start leaves the cache for those after it.
    const first = await of('first start');
    figures[start.name] = { 'first start': first, cached: await of('cached') };
  }
  printTable(
    ['start', 'code', 'ready or ended ms', 'processor ms', 'memory MB'],
    Object.entries(figures).flatMap(([name, byCache]) =>
      caches.map((cache) => [name, cache, byCache[cache].readyMs, byCache[cache].cpuMs, byCache[cache].peakMb]),
    ),
  );
  const checks: Check[] = ['makewhole --help', 'makewhole audit verify'].map((name) => ({
    name: `processor ms of ${name}`,
    value: figures[name]?.cached.cpuMs ?? Number.NaN,
    atMost: mostOfCommandMs,
  }));
  return conclude({ bench: 'starts', size, figures }, checks);
}

const medianOf = (costs: readonly Cost[]): Cost => ({
  readyMs: round(median(costs.map(({ readyMs }) => readyMs)), 0),
  cpuMs: round(median(costs.map(({ cpuMs }) => cpuMs)), 0),
  peakMb: round(median(costs.map(({ peakMb }) => peakMb)), 0),
});

type Place = { readonly databaseUrl: string; readonly cacheDirectory: string };

async function measureOne({ script, args, readyPath, code = 0 }: Start, { databaseUrl, cacheDirectory }: Place) {
  const port = await freePort();
  const env = {
    ...serviceEnv,
    DATABASE_URL: databaseUrl,
    NODE_COMPILE_CACHE: cacheDirectory,
    ...(readyPath === undefined ? {} : { [readyPath.portSetting]: String(port) }),
  };
  const startedAt = performance.now();
  // What a command prints is not of interest here.
  const child = startProcess({ script, env, logFile: '/dev/null', ...(args === undefined ? {} : { args }) });
  const watch = watchUsage(child);
  if (readyPath === undefined) {
    const exit = await child.exited;
    const readyMs = performance.now() - startedAt;
    if (exit.code !== code) throw new Error(`${script} ${args?.join(' ')} ended with ${exit.code}`);
    return { readyMs, ...(await watch) };
  }
  await waitReady(child, `http://127.0.0.1:${port}${readyPath.path}`);
  const readyMs = performance.now() - startedAt;
  const usage = readUsage(child.pid) ?? (await watch);
  // By the signal that lets it write its cache.
  await child.end('SIGTERM');
  return { readyMs, ...usage };
}

type Usage = Pick<Cost, 'cpuMs' | 'peakMb'>;

/** The kernel counts processor time in hundredths of a second, and memory in kilobytes. */
const msPerTick = 10;
const watchMs = 5;

function readUsage(pid: number): Usage | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const peakKb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    if (peakKb === undefined) return undefined;
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * msPerTick, peakMb: Number(peakKb) / 1024 };
  } catch {
    return undefined;
  }
}

/** What is gone leaves no figures, so a command is looked at until it has ended; the last look counts. */
async function watchUsage(child: Process): Promise<Usage> {
  let last: Usage = { cpuMs: Number.NaN, peakMb: Number.NaN };
  while (child.running) {
    last = readUsage(child.pid) ?? last;
    await pause(watchMs);
  }
  return last;
}
