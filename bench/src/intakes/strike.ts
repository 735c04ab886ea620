// The schedule of kills.
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '#bench/numbers/random';
import { drawKills, type Kill, type KillPlan } from '#bench/numbers/schedule';
import type { Size } from '#bench/size';
import type { Ledger } from './clients.ts';
import type { Stage } from './stage.ts';

export type Victim = 'api' | 'worker' | 'postgres';

type Form = KillPlan<Victim> & {
  /**
   * After this much of the run a victim that has died once is not killed again; later kills of the plan are dropped.
   */
  readonly untilMs: Readonly<Record<Victim, number>>;
};

const full: Form = {
  kills: { api: 20, worker: 15, postgres: 15 },
  overMs: 90_000,
  untilMs: { api: Infinity, worker: Infinity, postgres: Infinity },
};

/** Kills nothing whose claims would have to end first. */
const smoke: Form = { ...full, kills: { api: 1, worker: 0, postgres: 0 }, overMs: 500 };

/**
 * A claim outlives its worker, or its database connection, by 30 s. So that the run ends within 50 s those two are
 * killed first, and the api is killed while their claims end.
 */
const quick: Form = {
  kills: { api: 5, worker: 4, postgres: 3 },
  overMs: 4000,
  untilMs: { api: 36_000, worker: 14_000, postgres: 14_000 },
};

const forms = { full, quick, smoke };

export type KillOrder = { readonly size: Size; readonly seed: number };

function planKills(order: KillOrder): Kill<Victim>[] {
  const random = seededRandom(order.seed);
  const drawn = drawKills(random, forms[order.size]);
  if (order.size !== 'quick') return drawn;
  return [...drawn.filter(({ victim }) => victim !== 'api'), ...drawn.filter(({ victim }) => victim === 'api')];
}

/** After this long without a response the run continues; the clients' timeout decides. */
const recoveryLimitMs = 30_000;

/**
 * Each kill waits until its victim is up and clients get responses again, and then for its time. Returns how many there
 * were of each.
 */
export async function strike(stage: Stage, order: KillOrder, ledger: Ledger): Promise<Record<Victim, number>> {
  const { untilMs } = forms[order.size];
  const kills = { api: 0, worker: 0, postgres: 0 };
  for (const { afterMs, victim } of planKills(order)) {
    await Promise.all([readiness(stage, victim), nextAnswer(ledger)]);
    await pause(afterMs);
    // Counted from the start of this process, set-up included.
    if (kills[victim] > 0 && performance.now() > untilMs[victim]) continue;
    kills[victim] += 1;
    if (victim === 'postgres') await stage.cluster.crash();
    else await stage[victim].kill();
  }
  await Promise.all([stage.api.ready(), stage.worker.ready(), nextAnswer(ledger)]);
  return kills;
}

/** The database is up again when `crash` returns. */
const readiness = (stage: Stage, victim: Victim): Promise<void> =>
  victim === 'postgres' ? Promise.resolve() : stage[victim].ready();

async function nextAnswer({ acknowledged }: Ledger): Promise<void> {
  const before = acknowledged.length;
  const deadline = performance.now() + recoveryLimitMs;
  while (acknowledged.length === before && performance.now() < deadline) await pause(5);
}
