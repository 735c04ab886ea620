import { shuffle, type Random } from './random.ts';

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
 * Random times and a random order of victims; the same random numbers give the same schedule. Only healthy time counts:
 * how long a recovery takes depends on the machine, and killing what is down tests nothing.
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
