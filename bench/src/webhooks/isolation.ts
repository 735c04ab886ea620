// What receivers that hang or refuse cost the others, and whether an endpoint's cap holds over all processes.
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import { measure, worstDisturbance, type Plan, type Variant } from '#bench/load/measure';
import { printDisturbance, type Check } from '#bench/report/report';
import type { Size } from '#bench/size';
import { latencyRatio, printLatencies, toLatencies } from './latency.ts';
import type { Part } from './part.ts';
import { hostNames } from './receivers.ts';
import { countRows, setStage, type Lab, type Stage } from './stage.ts';
import { matchArrivals, mix } from './traffic.ts';
import type { Endpoint } from './writer.ts';

const perSecond = 200;
const mostByBad = 1.5;
/** As the contract says: attempts in flight at one endpoint, over all processes. */
const cap = 8;

const healthy = hostNames('ok', 100);
const hanging = hostNames('hang', 51);
const refusing = hostNames('refuse', 50);
export const isolationHosts = [...healthy, ...hanging, ...refusing];

/** Who gets what: `share` of the events go to the bad ones, and the others get as many without them as with them. */
type Scene = {
  readonly name: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly share: number;
};

const scenes: Scene[] = [
  { name: 'one hanging endpoint with 30 %', good: healthy.slice(0, 19), bad: hanging.slice(0, 1), share: 0.3 },
  // The first hanging one is the other scene's.
  { name: '100 dead endpoints of 200', good: healthy, bad: interleave(hanging.slice(1), refusing), share: 0.5 },
];

const plans: Readonly<Record<Size, Plan>> = {
  smoke: { connections: 0, rounds: 1, seconds: 1, retryBudgetMs: 0 },
  quick: { connections: 0, rounds: 1, seconds: 6, retryBudgetMs: 0 },
  full: { connections: 0, rounds: 3, seconds: 20, retryBudgetMs: 120_000 },
};

export async function measureIsolation(lab: Lab, size: Size): Promise<Part> {
  const stage = await setStage(lab, 'isolation', isolationHosts);
  const { pid } = await stage.startWorker();
  const plan = plans[size];
  const parts: Part[] = [];
  for (const scene of scenes) parts.push(await playScene({ lab, stage, pid }, scene, plan));
  parts.push(await measureCap(lab, stage));
  await stage.close();
  return {
    figures: { isolation: Object.assign({}, ...parts.map(({ figures }) => figures)) },
    checks: parts.flatMap(({ checks }) => checks),
  };
}

function interleave(one: readonly string[], other: readonly string[]): string[] {
  return one.flatMap((host, index) => [host, ...other.slice(index, index + 1)]);
}

type Set = { readonly lab: Lab; readonly stage: Stage; readonly pid: number };

async function playScene(set: Set, scene: Scene, plan: Plan): Promise<Part> {
  const { endpoints } = set.stage;
  const at = (hosts: readonly string[]) => endpoints.filter(({ host }) => hosts.includes(host));
  const good = at(scene.good);
  const alone = sceneVariant(set, { name: 'alone', good, turns: good, perSecond: perSecond * (1 - scene.share) });
  const turns = mix(good, at(scene.bad), scene.share);
  const together = sceneVariant(set, { name: 'with them', good, turns, perSecond });
  await alone.run(0, Math.min(2, plan.seconds));
  const slices = await measure([alone, together], plan, set.lab.cluster);
  await forget(set);
  const latencies = Object.fromEntries(
    [alone, together].map(({ name }) => [name, toLatencies(slices.filter((slice) => slice.variant === name))]),
  );
  const byBad = latencyRatio(slices, 0.99, ['with them', 'alone']);
  const disturbance = worstDisturbance(slices);
  console.log(`\nIsolation, ${scene.name}: the healthy, ${plan.rounds} slices of ${plan.seconds} s`);
  printLatencies(latencies);
  printDisturbance(disturbance);
  const errors = Object.values(latencies).reduce((sum, of) => sum + of.errors, 0);
  const checks: Check[] = [
    { name: `isolation, ${scene.name}: missing or forged`, value: errors, atMost: 0 },
    { name: `isolation, ${scene.name}: p99 of the healthy, with them / alone`, value: byBad, atMost: mostByBad },
  ];
  return { figures: { [scene.name]: { ...latencies, byBad, disturbance } }, checks };
}

type Traffic = {
  readonly name: string;
  readonly good: readonly Endpoint[];
  readonly turns: readonly Endpoint[];
  readonly perSecond: number;
};

function sceneVariant(set: Set, { name, good, turns, perSecond }: Traffic): Variant {
  const { stage, lab } = set;
  const accounts = turns.map(({ accountId }) => accountId);
  return {
    name,
    serverPids: [set.pid],
    prepare: () => forget(set),
    async run(_connections, seconds) {
      await lab.receivers.collect();
      const written = await stage.writer.write({ perSecond, seconds, accounts });
      await goodArePast(stage, good);
      const { arrivals } = await lab.receivers.collect();
      const { latenciesMs, missing, forged } = matchArrivals(written, arrivals, good);
      return { done: written.length, seconds, errors: missing + forged, latenciesMs };
    },
  };
}

/** The longest wait of the healthy ones before the slice is given up. */
const timeoutMs = 30_000;

async function goodArePast({ databaseUrl }: Stage, good: readonly Endpoint[]): Promise<void> {
  const ids = good.map(({ id }) => `'${id}'`).join(',');
  await until(
    async () => (await countRows(databaseUrl, `select from webhooks.deliveries where endpoint_id in (${ids})`)) === 0,
  );
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await done()) && performance.now() < deadline) await pause(50);
}

/** Ends open requests and deletes pending deliveries, so that every slice begins like the first one. */
async function forget({ lab: { receivers }, stage: { databaseUrl } }: Set): Promise<void> {
  await receivers.behave(hanging, 'ok');
  // What is waiting or under way is due, what has failed is due later.
  await until(
    async () => (await countRows(databaseUrl, 'select from webhooks.deliveries where due_at <= now()')) === 0,
  );
  await withClient(databaseUrl, async (client) => {
    await client.query('delete from webhooks.deliveries');
    await client.query('update webhooks.endpoints set slow = false, failing_since = null, warned_at = null');
    await client.query('vacuum analyze webhooks.deliveries');
  });
  await receivers.behave(hanging, 'hang');
}

/** Three processes, and much more than the cap at once, for endpoints that answer and for endpoints that hang. */
async function measureCap(lab: Lab, stage: Stage): Promise<Part> {
  await stage.startWorker();
  await stage.startWorker();
  const targets = stage.endpoints.filter(({ host }) =>
    [...healthy.slice(0, 10), ...hanging.slice(0, 10)].includes(host),
  );
  await lab.receivers.collect();
  await stage.writer.hold({ events: 100 * targets.length, accounts: targets.map(({ accountId }) => accountId) });
  await stage.writer.commit();
  await goodArePast(stage, targets.slice(0, 10));
  const { most } = await lab.receivers.collect();
  const largest = Math.max(...Object.values(most));
  console.log(`\nIsolation, 3 workers: at most ${largest} requests at once at one endpoint`);
  return {
    figures: { cap: { workers: 3, largest } },
    // Less than the cap would mean that nothing could have exceeded it.
    checks: [{ name: 'isolation: most at once at one endpoint, 3 workers', value: largest, atLeast: cap, atMost: cap }],
  };
}
