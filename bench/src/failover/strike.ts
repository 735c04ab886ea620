// The schedule of faults, and how long clients had no success at each.
import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from '#bench/intakes/clients';
import { seededRandom } from '#bench/numbers/random';
import { drawKills, type KillPlan } from '#bench/numbers/schedule';
import type { Size } from '#bench/size';
import type { PatroniCluster } from './cluster.ts';
import { faults, type Kind } from './faults.ts';
import { longestGap, type Struck } from './outages.ts';
import type { Readiness } from './readiness.ts';

const none = { kill: 0, freeze: 0, link: 0, switchover: 0, standby: 0, standbys: 0, 'read-only': 0 };

const plans: Readonly<Record<Size, KillPlan<Kind>>> = {
  full: {
    kills: { kill: 12, freeze: 10, link: 6, switchover: 8, standby: 6, standbys: 4, 'read-only': 4 },
    overMs: 100_000,
  },
  // A switchover is what the smallest size does.
  quick: { kills: { ...none, kill: 1, 'read-only': 1 }, overMs: 1000 },
  // The fastest that changes the primary.
  smoke: { kills: { ...none, switchover: 1 }, overMs: 200 },
};

/** Nodes per size. */
export const nodesOf: Readonly<Record<Size, number>> = { full: 3, quick: 2, smoke: 2 };

type Order = {
  readonly size: Size;
  readonly seed: number;
  /** Where a link can be cut. */
  readonly links: boolean;
  /** Only these kinds; a plant shows itself in few. */
  readonly only: readonly Kind[] | undefined;
};

type Watched = { readonly ledger: Ledger; readonly readiness: Readiness };

export async function strike(cluster: PatroniCluster, order: Order, { ledger, readiness }: Watched): Promise<Struck[]> {
  const plan = plans[order.size];
  const isWanted = (kind: Kind) => (order.only?.includes(kind) ?? true) && (kind !== 'link' || order.links);
  const drawn = drawKills(seededRandom(order.seed), plan).filter(({ victim }) => isWanted(victim));
  const struck: Struck[] = [];
  for (const [index, { afterMs, victim: kind }] of drawn.entries()) {
    await answersAgain(ledger);
    await pause(afterMs);
    readiness.take();
    const [startedAt, before] = [performance.now(), { ...ledger.unknownAs }];
    await faults[kind](cluster, () => answersAgain(ledger));
    const [isWhole] = await Promise.all([cluster.whole(), answersAgain(ledger)]);
    struck.push({
      kind,
      outageMs: Math.round(longestGap(ledger.answeredAtMs, startedAt)),
      wholeMs: isWhole ? Math.round(performance.now() - startedAt) : Infinity,
      answers: less(ledger.unknownAs, before),
      readiness: readiness.take(),
    });
    console.log(`${index + 1} of ${drawn.length}: ${JSON.stringify(struck.at(-1))}`);
    // What came next would be no fault of its own.
    if (!isWhole) break;
  }
  return struck;
}

const less = (after: Readonly<Record<string, number>>, before: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );

/** Enough that none of them was under way when the fault came. */
const enough = 10;
/** After this long the run continues; the clients' timeout decides. */
const recoveryLimitMs = 90_000;

/** Waits until clients are answered again, for some time. */
export async function answersAgain({ acknowledged }: Ledger): Promise<void> {
  const before = acknowledged.length;
  const deadline = performance.now() + recoveryLimitMs;
  while (acknowledged.length < before + enough && performance.now() < deadline) await pause(20);
}
