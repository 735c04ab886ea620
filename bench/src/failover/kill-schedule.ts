// The schedule of faults, and how long clients had no success during each.
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@makewhole/server/src/modules/vehicles/synthetic/rules.ts';
import type { Size } from '#bench/instrument';
import type { Ledger } from '#bench/intakes/clients';
import { type KillPlan, drawKills, moreOf } from '#bench/kill-schedule';
import { percentiles, printTable, round } from '#bench/report';
import { type Repeated, repeat } from '#bench/until';
import { withClient } from '#bench/service/cluster';
import type { PatroniCluster } from './cluster.ts';
import type { Node } from './node.ts';

type Disruption = {
  readonly kind: Kind;
  /** The longest time without an acknowledged intake, from the fault until full recovery. */
  readonly outageMs: number;
  /** How long it took until every node followed again; Infinity if that never happened. */
  readonly wholeMs: number;
  /** Other responses to clients, by status, and what /readyz reported. */
  readonly answers: Readonly<Record<string, number>>;
  readonly readiness: Readonly<Record<string, number>>;
};

/** Between two of these times, or from the start to the first of them. */
function longestGap(timesMs: readonly number[], startMs: number): number {
  let [longest, last] = [0, startMs];
  for (const time of timesMs.filter((one) => one > startMs)) {
    longest = Math.max(longest, time - last);
    last = time;
  }
  return longest;
}

type Outage = { readonly count: number; readonly p50S: number; readonly p95S: number; readonly maxS: number };

/** By the kind of fault. */
export function computeOutages(disrupted: readonly Disruption[]): Record<string, Outage> {
  const kinds = [...new Set(disrupted.map(({ kind }) => kind))].toSorted();
  return Object.fromEntries(
    kinds.map((kind) => {
      const { p50Ms, p95Ms, maxMs } = percentiles(
        disrupted.filter((one) => one.kind === kind).map(({ outageMs }) => outageMs),
      );
      const seconds = (ms: number) => round(ms / 1000, 1);
      const count = disrupted.filter((one) => one.kind === kind).length;
      return [kind, { count, p50S: seconds(p50Ms), p95S: seconds(p95Ms), maxS: seconds(maxMs) }];
    }),
  );
}

export function printOutages(disrupted: readonly Disruption[]): void {
  printTable(
    Object.entries(computeOutages(disrupted)).map(([kind, { count, p50S, p95S, maxS }]) => {
      const of = disrupted.filter((one) => one.kind === kind);
      const [answers, readiness] = [of.map((one) => one.answers), of.map((one) => one.readiness)].map(addUp);
      return {
        fault: kind,
        times: count,
        'p50 s': p50S,
        'p95 s': p95S,
        'max s': maxS,
        'instead of answers': answers ?? '',
        '/readyz': readiness ?? '',
      };
    }),
  );
}

function addUp(counts: readonly Readonly<Record<string, number>>[]): string {
  const sums = new Map<string, number>();
  for (const [name, count] of counts.flatMap((one) => Object.entries(one)))
    sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].map(([name, count]) => `${name} ${count}`).join(', ');
}

type Readiness = Repeated & {
  /** What /readyz reported since the previous call, and how often: `ready`, what is missing, or `nothing`. */
  take(): Record<string, number>;
};

const everyMs = 250;
const answerLimitMs = 2000;

/** Polls as an orchestrator does. */
export function watchReadiness(base: string): Readiness {
  let said: Record<string, number> = {};
  const asking = repeat(async () => {
    const answer = await ask(base);
    said[answer] = (said[answer] ?? 0) + 1;
    await pause(everyMs);
  });
  return {
    ...asking,
    take() {
      const taken = said;
      said = {};
      return taken;
    },
  };
}

async function ask(base: string): Promise<string> {
  try {
    const response = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(answerLimitMs) });
    const { ok, missing } = (await response.json()) as { ok: boolean; missing: readonly string[] };
    return ok ? 'ready' : missing.join(' ');
  } catch {
    return 'nothing';
  }
}

export type Kind = 'kill' | 'freeze' | 'link' | 'switchover' | 'standby' | 'standbys' | 'read-only';

/** How long the primary sends nothing to standbys before it dies; in asynchronous mode that much is lost. */
const behindMs = 300;

/** How long the new primary serves clients before the old one wakes and may do harm. */
const apartMs = 2000;

/** How long all standbys are gone, or writes are refused: longer than clients wait for a response. */
const awayMs = 8000;

type Disrupt = (
  cluster: PatroniCluster,
  /** Waits until clients are served again. */
  answersAgain: () => Promise<void>,
) => Promise<void>;

const disruptions: Readonly<Record<Kind, Disrupt>> = {
  /** The machine of the primary dies. */
  async kill(cluster) {
    const primary = await cluster.primary();
    primary.holdSenders();
    await pause(behindMs);
    await primary.kill();
    await cluster.replaced(primary);
    primary.start();
  },
  /** The primary freezes and later continues as if nothing had happened. */
  async freeze(cluster, answersAgain) {
    const primary = await cluster.primary();
    await primary.freeze();
    await cluster.replaced(primary);
    await answersAgain();
    await pause(apartMs);
    primary.thaw();
  },
  /** The primary is cut off from the network in both directions. */
  async link(cluster, answersAgain) {
    const primary = await cluster.primary();
    primary.machine.link?.cut();
    await cluster.replaced(primary);
    await answersAgain();
    await pause(apartMs);
    primary.machine.link?.mend();
  },
  switchover: (cluster) => cluster.switchOver(),
  /** The standby that commits wait for dies; with three nodes another one takes its role. */
  standby: async (cluster) => beAway(await cluster.synchronous()),
  /** All standbys die: nothing can be acknowledged until one is back. */
  async standbys(cluster) {
    const primary = await cluster.primary();
    await beAway(cluster.nodes.filter((node) => node !== primary));
  },
  /** As a provider does for a full disk. */
  async 'read-only'(cluster) {
    await withClient(cluster.urlOf(await cluster.primary()), async (client) => {
      await client.query('alter system set default_transaction_read_only = on');
      await client.query('select pg_reload_conf()');
      await pause(awayMs / 2);
      await client.query('alter system reset default_transaction_read_only');
      await client.query('select pg_reload_conf()');
    });
  },
};

async function beAway(nodes: readonly Node[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.kill()));
  await pause(awayMs);
  for (const node of nodes) node.start();
}

const none = { kill: 0, freeze: 0, link: 0, switchover: 0, standby: 0, standbys: 0, 'read-only': 0 };

const plans: Readonly<Record<Size, KillPlan<Kind>>> = {
  full: {
    kills: { kill: 12, freeze: 10, link: 6, switchover: 8, standby: 6, standbys: 4, 'read-only': 4 },
    overMs: 100_000,
  },
  // The smallest size already does a switchover.
  quick: { kills: { ...none, kill: 1, 'read-only': 1 }, overMs: 1000 },
  // The fastest disruption that changes the primary.
  smoke: { kills: { ...none, switchover: 1 }, overMs: 200 },
};

/** Nodes per size. */
export const nodesOf: Readonly<Record<Size, number>> = { full: 3, quick: 2, smoke: 2 };

type Order = {
  readonly size: Size;
  readonly seed: number;
  /** Where a link can be cut. */
  readonly links: boolean;
  /** Only these kinds; few of them reveal an injected fault. */
  readonly only: readonly Kind[] | undefined;
};

type Watched = { readonly ledger: Ledger; readonly readiness: Readiness };

export async function disruptInTurn(
  cluster: PatroniCluster,
  order: Order,
  { ledger, readiness }: Watched,
): Promise<Disruption[]> {
  const plan = plans[order.size];
  const isWanted = (kind: Kind) => (order.only?.includes(kind) ?? true) && (kind !== 'link' || order.links);
  const drawn = drawKills(seededRandom(order.seed), plan).filter(({ victim }) => isWanted(victim));
  const disrupted: Disruption[] = [];
  for (const [index, { afterMs, victim: kind }] of drawn.entries()) {
    await answersAgain(ledger);
    await pause(afterMs);
    readiness.take();
    const [startedAt, before] = [performance.now(), { ...ledger.tally.unknownAs }];
    await disruptions[kind](cluster, () => answersAgain(ledger));
    const [isWhole] = await Promise.all([cluster.whole(), answersAgain(ledger)]);
    disrupted.push({
      kind,
      outageMs: Math.round(longestGap(ledger.answeredAtMs, startedAt)),
      wholeMs: isWhole ? Math.round(performance.now() - startedAt) : Infinity,
      answers: less(ledger.tally.unknownAs, before),
      readiness: readiness.take(),
    });
    console.log(`${index + 1} of ${drawn.length}: ${JSON.stringify(disrupted.at(-1))}`);
    // Later results would not be caused by the next fault.
    if (!isWhole) break;
  }
  return disrupted;
}

const less = (after: Readonly<Record<string, number>>, before: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );

/**
 * Waits for a number of successes, so that some requests began after the fault. Otherwise their own limit decides.
 */
const answersAgain = ({ acknowledged }: Ledger): Promise<void> =>
  moreOf(() => [acknowledged.length], { enough: 10, limitMs: 90_000 });
