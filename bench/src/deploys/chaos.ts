// Whether clients notice a deploy: every process is stopped and restarted in turn behind the proxy that we ship,
// while
// clients send requests that they never retry.
import type { Instrument, RunStack, Size } from '#bench/instrument';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { conclude } from '#bench/report';
import { until } from '#bench/until';
import {
  type Process,
  freePort,
  repositoryRoot,
  requirePrograms,
  startApi,
  startWorker,
  waitReady,
} from '#bench/service/service';
import { makeInstitution, makeStaffToken, setStage } from '#bench/service/stage';
import { type Clients, startClients } from './clients.ts';

const shipped = join(repositoryRoot, 'deploy/compose/haproxy.cfg');

type Proxy = {
  readonly base: string;
  /** Waits until it sends requests to this process, or no longer does. */
  until(server: number, state: 'UP' | 'DOWN'): Promise<void>;
};

/** The proxy checks each second whether a process is ready. */
type ApiPorts = { readonly port: number; readonly metricsPort: number };

async function startProxy(closing: RunStack, apis: readonly ApiPorts[]): Promise<Proxy> {
  const [port, statsPort] = [await freePort(), await freePort()];
  const file = join(closing.folder('proxy'), 'haproxy.cfg');
  writeFileSync(file, configure(readFileSync(shipped, 'utf8'), { port, statsPort, apis }));
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  closing.adopt(child, (one) => void one.kill('SIGKILL'));
  return { base: `http://127.0.0.1:${port}`, until: (server, state) => untilState(statsPort, `api-${server}`, state) };
}

type Ports = { readonly port: number; readonly statsPort: number; readonly apis: readonly ApiPorts[] };

/** Our shipped file except for names and ports, so that the test covers what is deployed. */
function configure(text: string, { port, statsPort, apis }: Ports): string {
  const servers = apis
    .map((api, index) => `  server api-${index + 1} 127.0.0.1:${api.port} port ${api.metricsPort}`)
    .join('\n');
  const own = text
    .replace(/^ {2}bind :\d+.*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/(?:^ {2}server api-\d+ .*\n)+/m, `${servers}\n`)
    .replace(/^ {2}(log stdout.*|option httplog)$/gm, '')
    .replace(/ init-addr \S+ resolvers \S+/, '')
    .replace(/^resolvers [\s\S]*?(?=^\S|(?![\s\S]))/m, '');
  return `${own}\nlisten stats\n  bind 127.0.0.1:${statsPort}\n  stats enable\n  stats uri /\n`;
}

const limitMs = 120_000;

const untilState = (statsPort: number, server: string, state: string): Promise<void> =>
  until(
    `the proxy to find ${server} ${state}`,
    async () => {
      const response = await fetch(`http://127.0.0.1:${statsPort}/;csv`).catch(() => undefined);
      const lines = (await response?.text())?.split('\n') ?? [];
      const line = lines.find((one) => one.startsWith(`apis,${server},`));
      return line?.split(',')[17]?.startsWith(state) === true;
    },
    { limitMs, everyMs: 100 },
  );

/** Bugs that a run must find: a process that stops listening immediately. */
const faults = ['no-drain'] as const;
type Fault = (typeof faults)[number];

type Options = { readonly size: Size; readonly inject: Fault | undefined };

const sizes = {
  smoke: { rounds: 1, requests: 0, rosterRows: 500 },
  quick: { rounds: 2, requests: 5_000, rosterRows: 5_000 },
  full: { rounds: 20, requests: 1_000_000, rosterRows: 20_000 },
};

const load = { agents: 8, boards: 5 };

type Place = { process: Process; readonly start: () => Process; ready(process: Process): Promise<void> };

async function deploy(closing: RunStack, { size, inject }: Options): Promise<boolean> {
  requirePrograms({ haproxy: 'haproxy' });
  const { rounds, requests, rosterRows } = sizes[size];
  const { databaseUrl } = await setStage(closing);
  const apis: ApiPorts[] = [];
  for (let index = 0; index < 2; index += 1) apis.push({ port: await freePort(), metricsPort: await freePort() });
  const drain: Record<string, string> =
    inject === 'no-drain' ? { SHUTDOWN_DRAIN_MS: '0' } : { SHUTDOWN_DRAIN_MS: '5000' };
  const proxy = await startProxy(closing, apis);
  const places: Place[] = [];
  for (const ports of apis) places.push(await open(closing, apiPlace(databaseUrl, ports, drain)));
  const worker = await open(closing, workerPlace(databaseUrl, await freePort()));
  await Promise.all(apis.map((_, index) => proxy.until(index + 1, 'UP')));

  const institutionKey = (await makeInstitution(databaseUrl)).key;
  const world = { base: proxy.base, institutionKey, staffToken: await makeStaffToken(databaseUrl) };
  const clients = startClients(world, { ...load, rosterRows });
  const startedAt = performance.now();
  const exits: (number | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, place] of places.entries()) exits.push(await restart(place, { proxy, server: index + 1 }));
    exits.push(await restart(worker));
    console.log(`round ${round + 1} of ${rounds}: ${describe(clients)}`);
  }
  await enough(clients, requests);
  await clients.stop();
  const { tally } = clients;
  const answered = Object.values(tally.answered).reduce((sum, one) => sum + one, 0);
  for (const failure of new Set(tally.failed)) console.log(failure);
  const figures = {
    chaos: 'deploys',
    size,
    inject: inject ?? null,
    restarts: exits.length,
    badExits: exits.filter((code) => code !== 0).length,
    answered,
    ...tally.answered,
    boardsReopened: tally.reopened,
    failed: tally.failed.length,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
  if (inject !== undefined)
    return conclude(figures, [{ name: 'failed, as injected', value: figures.failed, atLeast: 1 }]);
  return conclude(figures, [
    { name: 'failed', value: figures.failed, atMost: 0 },
    { name: 'ended with another code than 0', value: figures.badExits, atMost: 0 },
    { name: 'answered', value: answered, atLeast: requests },
    { name: 'rosters answered', value: tally.answered['roster'] ?? 0, atLeast: 1 },
  ]);
}

const describe = ({ tally }: Clients): string => `${JSON.stringify(tally.answered)}, ${tally.failed.length} failed`;

async function enough({ tally }: Clients, requests: number): Promise<void> {
  while (Object.values(tally.answered).reduce((sum, one) => sum + one, 0) < requests) await pause(200);
}

async function open(closing: RunStack, { start, ready }: Omit<Place, 'process'>): Promise<Place> {
  const place: Place = { process: start(), start, ready };
  closing.adopt(place, (one) => one.process.end('SIGKILL'));
  await ready(place.process);
  return place;
}

const apiPlace = (databaseUrl: string, { port, metricsPort }: ApiPorts, drain: Readonly<Record<string, string>>) => ({
  start: () =>
    startApi({
      databaseUrl,
      port,
      env: {
        TRUSTED_PROXY_CIDRS: '127.0.0.1/32',
        METRICS_PORT: String(metricsPort),
        ...drain,
      },
    }),
  ready: (process: Process) => waitReady(process, `http://127.0.0.1:${metricsPort}/readyz`, 120_000),
});

const workerPlace = (databaseUrl: string, metricsPort: number) => ({
  start: () => startWorker({ databaseUrl, metricsPort }),
  ready: (process: Process) => waitReady(process, `http://127.0.0.1:${metricsPort}/metrics`, 120_000),
});

/** As an orchestrator does it: ask the process to stop, start the new one, and continue when the proxy uses it. */
async function restart(
  place: Place,
  behind?: { readonly proxy: Proxy; readonly server: number },
): Promise<number | null> {
  const { code } = await place.process.end('SIGTERM');
  await behind?.proxy.until(behind.server, 'DOWN');
  place.process = place.start();
  await place.ready(place.process);
  await behind?.proxy.until(behind.server, 'UP');
  return code;
}

export const instrument: Instrument<Fault> = {
  faults,
  run: deploy,
};
