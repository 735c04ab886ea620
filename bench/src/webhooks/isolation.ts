// What silent or dead receivers cost the others: the healthy ones get the same events in two databases, and in one of
// them
// the bad ones get events too.
import type { Size } from '#bench/instrument';
import { type Plan, type Slice, type Variant, figuresOf, measure, medianRatio } from '#bench/load/measure';
import { type Check, percentiles } from '#bench/report';
import { type Part, awaitArrivals } from './latency.ts';
import { deadHosts, hostNames } from './receivers.ts';
import { type Lab, type Stage, setStage } from './stage.ts';

/** Of healthy and bad ones together. */
const perSecond = 200;
const mostByBad = 1.5;

const healthy = hostNames(100);
const silent = hostNames(51, 'silent');

/** The shares of the recipients: `share` of the events go to the bad ones. */
type Scene = {
  readonly name: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly share: number;
};

const scenes: readonly Scene[] = [
  { name: 'one silent endpoint with 30 %', good: healthy.slice(0, 19), bad: silent.slice(0, 1), share: 0.3 },
  { name: '100 dead endpoints of 200', good: healthy, bad: [...silent.slice(1), ...deadHosts], share: 0.5 },
];

export const isolationHosts = [...healthy, ...silent];

/**
 * Few slices would mostly measure the machine: each round has one of both, seconds apart, and the median ratio
 * counts.
 */
const plans: Readonly<Record<Size, Plan>> = {
  smoke: { rounds: 1, seconds: 1 },
  quick: { rounds: 10, seconds: 3 },
  full: { rounds: 12, seconds: 15, retryBudgetMs: 120_000 },
};

export async function measureIsolation(lab: Lab, size: Size): Promise<Part> {
  const parts: Part[] = [];
  for (const [place, scene] of scenes.entries()) parts.push(await playScene(lab, { ...scene, place }, plans[size]));
  return {
    figures: { isolation: Object.assign({}, ...parts.map(({ figures }) => figures)) },
    checks: parts.flatMap(({ checks }) => checks),
  };
}

async function playScene(
  lab: Lab,
  { name, good, bad, share, place }: Scene & { place: number },
  plan: Plan,
): Promise<Part> {
  const [alone, together] = ['alone', 'beside them'] as const;
  const stages = [
    await setStage(lab, `alone_${place}`, good),
    await setStage(lab, `beside_${place}`, [...good, ...bad]),
  ] as const;
  const variants = [
    await sceneVariant(lab, stages[0], { name: alone, good, turns: good, perSecond: perSecond * (1 - share) }),
    await sceneVariant(lab, stages[1], { name: together, good, turns: mix(good, bad, share), perSecond }),
  ];
  for (const variant of variants) await variant.run(0, Math.min(2, plan.seconds));
  const slices = await measure(variants, plan, lab.cluster);
  await Promise.all(stages.map((stage) => stage.close()));
  console.log(`\nIsolation, ${name}: the healthy, ${plan.rounds} pairs of slices of ${plan.seconds} s`);
  const figures = figuresOf(slices);
  const byBad = medianRatio(slices, [together, alone], ({ latenciesMs }) => percentiles(latenciesMs, 3).p99Ms);
  const cpuByBad = medianRatio(slices, [together, alone], (slice) => slice.serverCpuMs / slice.done);
  console.log(`processor time of the worker for a healthy event, beside them / alone: ${cpuByBad}`);
  const errors = slices.reduce((sum: number, slice: Slice) => sum + slice.errors, 0);
  const checks: Check[] = [
    { name: `isolation, ${name}: missing or forged`, value: errors, atMost: 0 },
    {
      name: `isolation, ${name}: p99 of the healthy, beside them / alone`,
      value: byBad,
      atMost: mostByBad,
      speed: true,
    },
  ];
  return { figures: { [name]: { ...figures, byBad, cpuByBad } }, checks };
}

/** A thousand turns, with this share for the bad ones, evenly spread. */
const mix = (good: readonly string[], bad: readonly string[], share: number): readonly string[] =>
  Array.from({ length: 1000 }, (_, turn) => {
    const [before, after] = [Math.floor(turn * share), Math.floor((turn + 1) * share)];
    return (after > before ? bad[before % bad.length] : good[(turn - before) % good.length]) ?? '';
  });

type Traffic = {
  readonly name: string;
  readonly good: readonly string[];
  /** The accounts of the events, in this order, repeated. */
  readonly turns: readonly string[];
  readonly perSecond: number;
};

async function sceneVariant({ receivers }: Lab, stage: Stage, traffic: Traffic): Promise<Variant> {
  const worker = await stage.startWorker();
  const accountOf = new Map(stage.endpoints.map(({ host, accountId }) => [host, accountId]));
  const accounts = traffic.turns.map((host) => accountOf.get(host) ?? '');
  const good = stage.endpoints.filter(({ host }) => traffic.good.includes(host));
  const goodAccounts = new Set(good.map(({ accountId }) => accountId));
  return {
    name: traffic.name,
    serverPids: [worker.pid],
    async run(_connections, seconds) {
      await receivers.collect();
      const all = await stage.writer.write({ perSecond: traffic.perSecond, seconds, accounts });
      const written = all.filter(({ accountId }) => goodAccounts.has(accountId));
      const { latenciesMs, missing, forged } = await awaitArrivals(receivers, written, good);
      return { done: written.length, seconds, errors: missing + forged, latenciesMs };
    },
  };
}
