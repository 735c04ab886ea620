import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import { isSoon } from '#bench/until';
import type { Random } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';

export type Kill<Victim> = {
  /** How long everything has been healthy before it. */
  readonly afterMs: number;
  readonly victim: Victim;
};

export type KillPlan<Victim extends string> = {
  /** How often each is killed. */
  readonly kills: Readonly<Record<Victim, number>>;
  /** The sum of the healthy times. */
  readonly overMs: number;
};

/**
 * Random times and a random order of victims; the same random numbers give the same schedule. Only healthy time
 * counts:
 * the length of a recovery depends on the machine, and killing a process that is down tests nothing.
 */
export function drawKills<Victim extends string>(random: Random, plan: KillPlan<Victim>): Kill<Victim>[] {
  const names = Object.keys(plan.kills) as Victim[];
  const victims = shuffle(
    random,
    names.flatMap((name) => Array<Victim>(plan.kills[name]).fill(name)),
  );
  const instants = victims.map(() => Math.round(random() * plan.overMs)).sort((one, other) => one - other);
  return victims.map((victim, index) => ({
    afterMs: (instants[index] ?? 0) - (instants[index - 1] ?? 0),
    victim,
  }));
}

/** The same items in an order in which each permutation is equally likely. */
export function shuffle<T>(random: Random, things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}

/** After this long without progress the run continues; the clients' timeout decides. */
const recoveryLimitMs = 30_000;

/** Waits until each source of changes has come so much further. */
export async function moreOf(
  progress: () => Promise<readonly number[]> | readonly number[],
  { enough = 1, limitMs = recoveryLimitMs } = {},
): Promise<void> {
  const before = await progress();
  const isFurther = async () => (await progress()).every((count, source) => count >= (before[source] ?? 0) + enough);
  await isSoon(isFurther, { limitMs, everyMs: 5 });
}

type Killing<Victim extends string> = {
  progress(): Promise<readonly number[]> | readonly number[];
  /** Waits until it is up; `turn` counts the kills of this victim. */
  ready(victim: Victim, turn: number): Promise<unknown> | undefined;
  /** False when it is too late for this one. */
  kill(victim: Victim, turn: number): Promise<boolean | void>;
};

/**
 * Each kill waits until its victim is up and every source makes progress again, then for its time; returns the kills
 * per victim.
 */
export async function killInTurn<Victim extends string>(
  drawn: readonly Kill<Victim>[],
  { progress, ready, kill }: Killing<Victim>,
): Promise<Partial<Record<Victim, number>>> {
  const kills: Partial<Record<Victim, number>> = {};
  for (const { afterMs, victim } of drawn) {
    const turn = kills[victim] ?? 0;
    await Promise.all([ready(victim, turn), moreOf(progress)]);
    await pause(afterMs);
    if ((await kill(victim, turn)) !== false) kills[victim] = turn + 1;
  }
  return kills;
}

type Drain = {
  readonly databaseUrl: string;
  /** The queues that must become empty. */
  readonly queues: readonly ('deliveries' | 'messages')[];
  readonly limitMs: number;
  /** Called between two checks. */
  readonly onWait?: () => Promise<void>;
};

const waiting = {
  deliveries: 'select from webhooks.deliveries',
  messages: "select from customers.messages where state in ('waiting', 'claimed')",
};

/** Waits until nothing is pending; returns the seconds that took, or undefined when it took too long. */
export function drain({ databaseUrl, queues, limitMs, onWait }: Drain): Promise<number | undefined> {
  const startedAt = performance.now();
  const open = `${queues.map((name) => waiting[name]).join(' union all ')} limit 1`;
  return withClient(databaseUrl, async (client) => {
    const isDrained = async () => {
      if ((await client.query(open)).rowCount === 0) return true;
      await onWait?.();
      return false;
    };
    const drained = await isSoon(isDrained, { limitMs, everyMs: 250 });
    return drained ? Math.round((performance.now() - startedAt) / 1000) : undefined;
  });
}
