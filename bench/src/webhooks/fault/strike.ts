// The schedule of kills, and what was in flight at each.
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '#bench/service/cluster';
import { seededRandom } from '#bench/numbers/random';
import { drawKills, type Kill, type KillPlan } from '#bench/numbers/schedule';
import type { Supervised } from '#bench/service/supervisor';
import type { Size } from '#bench/size';
import type { Stage } from './stage.ts';

type Victim = 'api' | 'worker' | 'postgres';

const plans: Readonly<Record<Size, KillPlan<Victim>>> = {
  full: { kills: { api: 25, worker: 50, postgres: 25 }, overMs: 100_000 },
  quick: { kills: { api: 2, worker: 5, postgres: 2 }, overMs: 6000 },
  // Kills nothing whose claims would have to end first.
  smoke: { kills: { api: 1, worker: 0, postgres: 0 }, overMs: 500 },
};

export type KillOrder = { readonly size: Size; readonly seed: number };

export type Strikes = {
  readonly kills: Readonly<Record<Victim, number>>;
  /** At how many kills each delivery was in flight, by its id. */
  readonly inFlight: ReadonlyMap<string, number>;
};

/** After this long without progress the run continues; the clients' timeout decides. */
const recoveryLimitMs = 30_000;

/** How far each source of changes has come. */
type Progress = () => Promise<readonly number[]>;

/** Each kill waits until its victim is up and every source makes progress again, and then for its time. */
export async function strike(stage: Stage, order: KillOrder, progress: Progress): Promise<Strikes> {
  const kills = { api: 0, worker: 0, postgres: 0 };
  const inFlight = new Map<string, number>();
  for (const { afterMs, victim } of planKills(order)) {
    const turn = kills[victim];
    await Promise.all([victimOf(stage, victim, turn)?.ready(), moreOf(progress)]);
    await pause(afterMs);
    kills[victim] += 1;
    if (victim === 'postgres') await stage.cluster.crash();
    else await victimOf(stage, victim, turn)?.kill();
    if (victim === 'api') continue;
    for (const id of await listClaimed(stage.databaseUrl)) inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
  }
  await Promise.all([stage.api, ...stage.workers].map((one) => one.ready()));
  return { kills, inFlight };
}

const planKills = ({ size, seed }: KillOrder): Kill<Victim>[] => drawKills(seededRandom(seed), plans[size]);

/** Workers are killed in turn, so that the next one is usually up. */
const victimOf = (stage: Stage, victim: Victim, turn: number): Supervised | undefined =>
  victim === 'worker' ? stage.workers[turn % stage.workers.length] : victim === 'api' ? stage.api : undefined;

/** A claim outlives its worker, and its database, by 30 s: right after a kill these are the deliveries in flight. */
async function listClaimed(databaseUrl: string): Promise<string[]> {
  const text = "select id from webhooks.deliveries where state = 'claimed'";
  const { rows } = await withClient(databaseUrl, (client) => client.query<{ id: string }>(text));
  return rows.map(({ id }) => id);
}

async function moreOf(progress: Progress): Promise<void> {
  const before = await progress();
  const deadline = performance.now() + recoveryLimitMs;
  const grown = async () => (await progress()).every((count, source) => count > (before[source] ?? 0));
  while (!(await grown()) && performance.now() < deadline) await pause(20);
}
