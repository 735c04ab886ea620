// The schedule of kills, and what was in flight during each.
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import type { Size } from '#bench/instrument';
import { type KillPlan, drawKills, killInTurn } from '#bench/kill-schedule';
import { withClient } from '#bench/service/cluster';
import type { KillMoment } from './ledger.ts';
import type { Stage } from './stage.ts';

/** `frozen`: a worker that is stopped and later continued, after others have taken its place. */
type Victim = 'api' | 'worker' | 'postgres' | 'frozen';

const plans: Readonly<Record<Size, KillPlan<Victim>>> = {
  full: { kills: { api: 25, worker: 50, postgres: 25, frozen: 5 }, overMs: 105_000 },
  quick: { kills: { api: 2, worker: 5, postgres: 2, frozen: 1 }, overMs: 6000 },
  // Kills only processes that leave no shards to wait for.
  smoke: { kills: { api: 1, worker: 0, postgres: 0, frozen: 0 }, overMs: 500 },
};

export type KillOrder = { readonly size: Size; readonly seed: number };

type Kills = {
  readonly kills: Readonly<Partial<Record<Victim, number>>>;
  readonly moments: readonly KillMoment[];
};

/**
 * Longer than the server's timeout plus the next owner's waiting time, so others deliver before the worker continues.
 */
const frozenMs = 27_000;

/** `progress` counts the changes from each source. */
export async function killProcesses(
  stage: Stage,
  { size, seed }: KillOrder,
  progress: () => Promise<readonly number[]>,
): Promise<Kills> {
  const moments: KillMoment[] = [];
  // Workers are killed in turn, so that the next one is usually up.
  const workerOf = (turn: number) => stage.workers[turn % stage.workers.length];
  const kills = await killInTurn(drawKills(seededRandom(seed), plans[size]), {
    progress,
    ready: (victim, turn) =>
      victim === 'postgres' ? undefined : victim === 'api' ? stage.api.ready() : workerOf(turn)?.ready(),
    async kill(victim, turn) {
      if (victim === 'api') return stage.api.kill();
      if (victim === 'postgres') await stage.cluster.crash();
      else if (victim === 'frozen') workerOf(turn)?.freeze();
      else await workerOf(turn)?.kill();
      moments.push({ atMs: Date.now(), pending: await listPending(stage.databaseUrl) });
      if (victim !== 'frozen') return;
      await pause(frozenMs);
      workerOf(turn)?.thaw();
    },
  });
  await Promise.all([stage.api, ...stage.workers].map((one) => one.ready()));
  return { kills, moments };
}

/** Deliveries not recorded as done right after a kill; those that had reached their receiver were in flight. */
async function listPending(databaseUrl: string): Promise<Set<string>> {
  const text = 'select id from webhooks.deliveries';
  const { rows } = await withClient(databaseUrl, (client) => client.query<{ id: string }>(text));
  return new Set(rows.map(({ id }) => id));
}
