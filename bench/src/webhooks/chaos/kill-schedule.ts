// The schedule of kills, and what was in flight at each.
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import type { Size } from '#bench/instrument';
import { type Kill, type KillPlan, drawKills } from '#bench/kill-schedule';
import { withClient } from '#bench/service/cluster';
import type { Supervised } from '#bench/service/supervisor';
import type { KillMoment } from './ledger.ts';
import type { Stage } from './stage.ts';

/** `frozen`: a worker that is stopped where it is, and goes on when others have taken its place. */
type Victim = 'api' | 'worker' | 'postgres' | 'frozen';

const plans: Readonly<Record<Size, KillPlan<Victim>>> = {
  full: { kills: { api: 25, worker: 50, postgres: 25, frozen: 5 }, overMs: 105_000 },
  quick: { kills: { api: 2, worker: 5, postgres: 2, frozen: 1 }, overMs: 6000 },
  // Kills nothing whose shards would have to rest first.
  smoke: { kills: { api: 1, worker: 0, postgres: 0, frozen: 0 }, overMs: 500 },
};

export type KillOrder = { readonly size: Size; readonly seed: number };

type Kills = {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly moments: readonly KillMoment[];
};

/** Longer than the server waits for a word and the next owner rests: others deliver before it goes on. */
const frozenMs = 27_000;

/** After this long without progress the run continues; the clients' timeout decides. */
const recoveryLimitMs = 30_000;

/** How far each source of changes has come. */
type Progress = () => Promise<readonly number[]>;

/** Each kill waits until its victim is up and every source makes progress again, and then for its time. */
export async function killInTurn(stage: Stage, order: KillOrder, progress: Progress): Promise<Kills> {
  const kills = { api: 0, worker: 0, postgres: 0, frozen: 0 };
  const moments: KillMoment[] = [];
  for (const { afterMs, victim } of planKills(order)) {
    const turn = kills[victim];
    await Promise.all([victimOf(stage, victim, turn)?.ready(), moreOf(progress)]);
    await pause(afterMs);
    kills[victim] += 1;
    if (victim === 'postgres') await stage.cluster.crash();
    else if (victim === 'frozen') victimOf(stage, victim, turn)?.freeze();
    else await victimOf(stage, victim, turn)?.kill();
    if (victim === 'api') continue;
    moments.push({ atMs: Date.now(), pending: await listPending(stage.databaseUrl) });
    if (victim !== 'frozen') continue;
    await pause(frozenMs);
    victimOf(stage, victim, turn)?.thaw();
  }
  await Promise.all([stage.api, ...stage.workers].map((one) => one.ready()));
  return { kills, moments };
}

const planKills = ({ size, seed }: KillOrder): Kill<Victim>[] => drawKills(seededRandom(seed), plans[size]);

/** Workers are killed in turn, so that the next one is usually up. */
const victimOf = (stage: Stage, victim: Victim, turn: number): Supervised | undefined =>
  victim === 'worker' || victim === 'frozen'
    ? stage.workers[turn % stage.workers.length]
    : victim === 'api'
      ? stage.api
      : undefined;

/** What is not recorded as done right after a kill; what of it had reached its receiver was in flight. */
async function listPending(databaseUrl: string): Promise<Set<string>> {
  const text = 'select id from webhooks.deliveries';
  const { rows } = await withClient(databaseUrl, (client) => client.query<{ id: string }>(text));
  return new Set(rows.map(({ id }) => id));
}

async function moreOf(progress: Progress): Promise<void> {
  const before = await progress();
  const deadline = performance.now() + recoveryLimitMs;
  const grown = async () => (await progress()).every((count, source) => count > (before[source] ?? 0));
  while (!(await grown()) && performance.now() < deadline) await pause(20);
}
