// Whether any input can make the service unresponsive. A running api with its worker gets attacks, alone and 50 in
// parallel, while a
// poller requests `/readyz` every 10 ms and another institution reads.
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import type { Given, Instrument, RunStack, Size } from '#bench/instrument';
import { shuffle } from '#bench/kill-schedule';
import { type Check, conclude, keeps, percentiles, printTable, round } from '#bench/report';
import { cpuOfTree } from '#bench/service/machine';
import { requirePrograms } from '#bench/service/service';
import { type Attack, attacks, smokeAttacks } from './stalls/attacks.ts';
import { type StallFaultName, stallFaultNames, stallFaults } from './stalls/faults.ts';
import type { Attacked, Watched } from './stalls/process.ts';
import { type StallStage, setStallStage } from './stalls/stage.ts';

type StallOptions = Given<StallFaultName>;

const atOnce = [1, 50] as const;

/**
 * In milliseconds, megabytes and as a ratio. CI shares its machine, so its run only detects figures far above the
 * bounds.
 */
const bounds: Readonly<Record<Size, { silenceMs: number; rssMb: number; slower: number }>> = {
  full: { silenceMs: 50, rssMb: 150, slower: 2 },
  quick: { silenceMs: 50, rssMb: 150, slower: 2 },
  smoke: { silenceMs: 500, rssMb: 250, slower: 50 },
};

type Length = {
  readonly limitMs: number;
  readonly calmMs: number;
  readonly tries: number;
  /** Maximum requests of an attack that has one for each field and unit. */
  readonly most: number;
};

const lengths: Readonly<Record<Size, Length>> = {
  full: { limitMs: 30_000, calmMs: 1000, tries: 3, most: Infinity },
  quick: { limitMs: 10_000, calmMs: 500, tries: 3, most: 500 },
  smoke: { limitMs: 2500, calmMs: 250, tries: 2, most: 50 },
};

/**
 * A stall caused by an input recurs with it; one caused by the machine does not. A stall this long is always ours.
 */
const surelyOursMs = 1000;

/** With fewer reads a 95th percentile is not worth comparing. */
const readsMin = 40;

type Burst = {
  readonly attack: string;
  readonly atOnce: number;
  readonly ms: number;
  readonly statuses: string;
  readonly turnedAway: boolean;
  readonly silenceMs: number;
  /** As measured, and for the idle server. */
  readonly rawMs: number;
  readonly controlMs: number;
  /** Processor time of the api's main thread. */
  readonly loopMs: number;
  readonly rssMb: number;
  readonly p95Ms: number;
  readonly slower: number;
  readonly refusedPolls: number;
};

const longest = ({ waitedMs }: Watched): number => Math.max(0, ...waitedMs);
const p95 = ({ waitedMs }: Watched): number => percentiles(waitedMs, 3).p95Ms;

async function abuseStalls(closing: RunStack, options: StallOptions): Promise<boolean> {
  const { size, seed, only, inject } = options;
  requirePrograms({ pdftotext: 'poppler-utils' });
  const stage = await setStallStage(closing, inject);
  const wanted = only?.split(',') ?? (inject && [stallFaults[inject].caughtBy]);
  const due = attacks.filter(({ name }) => wanted?.includes(name) ?? (size !== 'smoke' || smokeAttacks.has(name)));
  const bursts: Burst[] = [];
  const calms = [await calm(stage, size)];
  for (const attack of shuffle(seededRandom(seed), due))
    for (const many of atOnce) {
      const burst = await tryAttack(stage, attack, { ...options, many, calms });
      bursts.push(burst);
      console.log(
        `${attack.name} ×${many}: ${burst.silenceMs} ms silent, ${burst.rssMb} MB more, answered ${burst.statuses}`,
      );
    }
  return report(bursts, { ...options, calmP95Ms: calms.map(p95).map((ms) => round(ms, 1)) });
}

async function calm(stage: StallStage, size: Size): Promise<Watched> {
  await stage.mark();
  await pause(lengths[size].calmMs);
  return (await stage.mark()).reads;
}

type Trying = StallOptions & { readonly many: number; readonly calms: Watched[] };

/** An attack that made the service unresponsive for a moment is repeated, and the best of all tries counts. */
async function tryAttack(stage: StallStage, attack: Attack, trying: Trying): Promise<Burst> {
  const { silenceMs, slower } = bounds[trying.size];
  let best = await runAttack(stage, attack, trying);
  for (let turn = 1; turn < lengths[trying.size].tries; turn += 1) {
    const isOurs = best.silenceMs > surelyOursMs;
    if (isOurs || (best.silenceMs <= silenceMs && !(best.slower > slower))) break;
    const again = await runAttack(stage, attack, trying);
    best = {
      ...again,
      silenceMs: Math.min(best.silenceMs, again.silenceMs),
      slower: Math.min(best.slower, again.slower),
      rssMb: Math.max(best.rssMb, again.rssMb),
      turnedAway: best.turnedAway && again.turnedAway,
      refusedPolls: best.refusedPolls + again.refusedPolls,
    };
  }
  return best;
}

async function runAttack(stage: StallStage, attack: Attack, { size, many, limit, calms }: Trying): Promise<Burst> {
  const limitMs = limit === undefined ? lengths[size].limitMs : limit * 1000;
  await stage.clearLimits();
  await stage.prepare(attack.name, { atOnce: many, most: lengths[size].most });
  const calmBefore = await calm(stage, size);
  const before = stage.resources();
  await stage.mark();
  const attacked = await stage.attack(limitMs);
  const watched = await stage.mark();
  const after = stage.resources();
  await settle(stage);
  const calmAfter = await calm(stage, size);
  calms.push(calmBefore, calmAfter);
  const controlMs = longest(watched.control);
  const calmP95 = (p95(calmBefore) + p95(calmAfter)) / 2;
  const isEnough = watched.reads.waitedMs.length >= readsMin;
  return {
    attack: attack.name,
    atOnce: many,
    ms: round(attacked.ms, 0),
    statuses: describeStatuses(attacked),
    turnedAway: isTurnedAway(attacked),
    silenceMs: round(Math.max(0, longest(watched.service) - controlMs), 0),
    rawMs: round(watched.service.longestRawMs, 0),
    controlMs: round(controlMs, 0),
    loopMs: round(after.loopMs - before.loopMs, 0),
    rssMb: round(after.peakMb - before.rssMb, 0),
    p95Ms: round(p95(watched.reads), 1),
    slower: isEnough ? round(p95(watched.reads) / calmP95, 2) : 0,
    refusedPolls: watched.service.refused,
  };
}

/**
 * Otherwise the next attack would be charged with what this one left behind. An api that does not settle is
 * restarted.
 */
async function settle(stage: StallStage): Promise<void> {
  for (let turn = 0; turn < 25; turn += 1) {
    const before = cpuOfTree(stage.apiPid);
    await pause(200);
    if (cpuOfTree(stage.apiPid) - before <= 60) {
      if (await stage.answers()) return;
      break;
    }
  }
  await stage.restart();
}

const describeStatuses = ({ statuses, unanswered }: Attacked): string =>
  [...Object.entries(statuses), ...(unanswered > 0 ? [['none', unanswered] as const] : [])]
    .map(([status, count]) => `${status}×${count}`)
    .join(' ');

/** Each request was refused before anything read it, so the attack tested nothing. */
const isTurnedAway = ({ statuses, unanswered }: Attacked): boolean =>
  unanswered === 0 && Object.keys(statuses).every((status) => /^(?:0|401|403|404|415|429|503)$/.test(status));

type Reported = StallOptions & { readonly calmP95Ms: readonly number[] };

function report(bursts: readonly Burst[], { size, seed, inject, calmP95Ms }: Reported): boolean {
  printTable(
    bursts.map((one) => ({
      attack: one.attack,
      'at once': one.atOnce,
      ms: one.ms,
      'silent ms': one.silenceMs,
      'seen ms': one.rawMs,
      'control ms': one.controlMs,
      'loop ms': one.loopMs,
      MB: one.rssMb,
      'p95 ms': one.p95Ms,
      slower: one.slower,
      answers: one.statuses,
    })),
  );
  const { silenceMs, rssMb, slower } = bounds[size];
  const each = bursts.flatMap(({ attack, atOnce: many, ...one }): Check[] => [
    { name: `${attack} ×${many}: silence ms`, value: one.silenceMs, atMost: silenceMs, speed: true },
    { name: `${attack} ×${many}: api MB more`, value: one.rssMb, atMost: rssMb, speed: true },
    { name: `${attack} ×${many}: p95 of others, times as long`, value: one.slower, atMost: slower, speed: true },
  ]);
  const worst = (pick: (one: Burst) => number) => Math.max(0, ...bursts.map(pick));
  const overall: Check[] = [
    { name: 'attacks', value: bursts.length, atLeast: 1 },
    { name: 'longest silence ms', value: worst((one) => one.silenceMs), atMost: silenceMs, speed: true },
    {
      name: 'most memory of the api over its level before, MB',
      value: worst((one) => one.rssMb),
      atMost: rssMb,
      speed: true,
    },
    { name: 'p95 of others, times as long', value: worst((one) => one.slower), atMost: slower, speed: true },
    { name: 'polls answered not ready', value: worst((one) => one.refusedPolls), atMost: 0 },
    {
      name: 'attacks that were turned away unread',
      value: bursts.filter((one) => one.atOnce === 1 && one.turnedAway).length,
      atMost: 0,
    },
  ];
  const missed = each.filter((check) => !keeps(check));
  const figures = { abuse: 'stalls', seed, size, inject: inject ?? null, calmP95Ms, bursts };
  const ok = conclude(figures, [...missed, ...overall]);
  if (inject === undefined) return ok;
  const { caughtBy } = stallFaults[inject];
  return missed.some(({ name }) => name.startsWith(`${caughtBy} ×`) && name.endsWith('silence ms'));
}

export const instrument: Instrument<StallFaultName> = {
  faults: stallFaultNames,
  takes: ['only', 'limit'],
  isStrict: true,
  run: abuseStalls,
};
