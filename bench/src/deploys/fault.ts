// Whether anybody notices a deploy: every process is stopped and started again, one after the other, behind the proxy that we
// ship, while clients ask that never ask twice.
import { setTimeout as pause } from 'node:timers/promises';
import { makeInstitutions, makeStaffToken, setStage } from '#bench/roster/stage';
import { conclude } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { requirePrograms } from '#bench/service/programs';
import { serviceEnv, startApi, startProcess, waitReady, type Process } from '#bench/service/service';
import type { Size } from '#bench/size';
import { startClients, type Clients } from './clients.ts';
import { startProxy, type ApiPorts, type Proxy } from './proxy.ts';

/** Bugs to see that a run finds them: a process that stops listening at once. */
export const plants = ['no-drain'] as const;

type Options = { readonly size: Size; readonly plant: (typeof plants)[number] | undefined };

const sizes = {
  smoke: { rounds: 1, requests: 0, rosterRows: 500 },
  quick: { rounds: 2, requests: 5_000, rosterRows: 5_000 },
  full: { rounds: 20, requests: 1_000_000, rosterRows: 20_000 },
};

const load = { agents: 8, boards: 5 };

type Place = { process: Process; readonly start: () => Process; ready(process: Process): Promise<void> };

export async function faultDeploys(closing: RunStack, { size, plant }: Options): Promise<boolean> {
  requirePrograms({ haproxy: 'haproxy' });
  const { rounds, requests, rosterRows } = sizes[size];
  const { databaseUrl } = await setStage(closing);
  const apis: ApiPorts[] = [];
  for (let index = 0; index < 2; index += 1) apis.push({ port: await freePort(), metricsPort: await freePort() });
  const drain: Record<string, string> = plant === 'no-drain' ? { DRAIN_DELAY_MS: '0' } : { DRAIN_DELAY_MS: '5000' };
  const proxy = await startProxy(closing, apis);
  const places: Place[] = [];
  for (const ports of apis) places.push(await open(closing, apiPlace(databaseUrl, ports, drain)));
  const worker = await open(closing, workerPlace(databaseUrl, await freePort()));
  await Promise.all(apis.map((_, index) => proxy.until(index + 1, 'UP')));

  const world = { base: proxy.base, ...(await makeCallers(databaseUrl)) };
  const clients = startClients(world, { ...load, rosterRows });
  const startedAt = performance.now();
  const exits: (number | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, place] of places.entries()) exits.push(await restart(place, proxy, index + 1));
    exits.push(await restartWorker(worker));
    console.log(`round ${round + 1} of ${rounds}: ${describe(clients)}`);
  }
  await enough(clients, requests);
  await clients.stop();
  const { tally } = clients;
  const answered = Object.values(tally.answered).reduce((sum, one) => sum + one, 0);
  for (const failure of new Set(tally.failed)) console.log(failure);
  const figures = {
    fault: 'deploys',
    size,
    plant: plant ?? null,
    restarts: exits.length,
    badExits: exits.filter((code) => code !== 0).length,
    answered,
    ...tally.answered,
    boardsReopened: tally.reopened,
    failed: tally.failed.length,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
  if (plant !== undefined)
    return conclude(figures, [{ name: 'failed, as planted', value: figures.failed, atLeast: 1 }]);
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
        GAP_REQUESTS_PER_MIN: '1000000',
        METRICS_PORT: String(metricsPort),
        ...drain,
      },
    }),
  ready: (process: Process) => waitReady(process, `http://127.0.0.1:${metricsPort}/readyz`, 120_000),
});

const workerPlace = (databaseUrl: string, metricsPort: number) => ({
  start: () =>
    startProcess({
      script: 'server/src/start/worker.ts',
      env: { ...serviceEnv, DATABASE_URL: databaseUrl, METRICS_PORT: String(metricsPort) },
    }),
  ready: (process: Process) => waitReady(process, `http://127.0.0.1:${metricsPort}/metrics`, 120_000),
});

/** As an orchestrator does it: ask it to stop, start the new one, go on when the proxy has it. */
async function restart(place: Place, proxy: Proxy, server: number): Promise<number | null> {
  const { code } = await place.process.end('SIGTERM');
  await proxy.until(server, 'DOWN');
  place.process = place.start();
  await place.ready(place.process);
  await proxy.until(server, 'UP');
  return code;
}

async function restartWorker(place: Place): Promise<number | null> {
  const { code } = await place.process.end('SIGTERM');
  place.process = place.start();
  await place.ready(place.process);
  return code;
}

async function makeCallers(databaseUrl: string): Promise<{ institutionKey: string; staffToken: string }> {
  const [institution] = await makeInstitutions(databaseUrl, 1);
  return { institutionKey: institution?.key ?? '', staffToken: await makeStaffToken(databaseUrl) };
}
