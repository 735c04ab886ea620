// How long after its commit an event arrives at its receiver, with an empty queue and with a million retries waiting.
import type { Size } from '#bench/instrument';
import { printDisturbance } from '#bench/load/measure';
import { type Plan, type Slice, type Variant, measure, worstDisturbance } from '#bench/load/measure';
import { type Check, median, percentile, printTable, round } from '#bench/report';
import { withClient } from '#bench/service/cluster';
import { type Arrival, arrived } from './receivers.ts';
import { type Lab, type Stage, setStage } from './stage.ts';
import type { Endpoint, Written } from './writer.ts';

type Outcome = {
  /** From commit to the first arrival, of those that arrived. */
  readonly latenciesMs: Float64Array;
  /** Committed and not arrived. */
  readonly missing: number;
  /** Arrived under a signature that is not genuine. */
  readonly forged: number;
};

/** Compares what was committed for these endpoints with what arrived at them. */
export function matchArrivals(
  written: readonly Written[],
  arrivals: readonly Arrival[],
  endpoints: readonly Endpoint[],
): Outcome {
  const accounts = new Set(endpoints.map(({ accountId }) => accountId));
  const wanted = new Map(written.filter((of) => accounts.has(of.accountId)).map((of) => [of.eventId, of]));
  const latencies = new Map<string, number>();
  let forged = 0;
  for (const {
    eventIds: [eventId = ''],
    atMs,
    genuine,
  } of arrivals) {
    const of = wanted.get(eventId);
    if (of === undefined) continue;
    if (!genuine) forged += 1;
    if (!latencies.has(eventId)) latencies.set(eventId, atMs - of.committedAtMs);
  }
  return {
    latenciesMs: Float64Array.from(latencies.values()),
    missing: wanted.size - latencies.size,
    forged,
  };
}

/** The result of one part of the bench. */
export type Part = { readonly figures: Readonly<Record<string, unknown>>; readonly checks: readonly Check[] };

const perSecond = 200;
const mostMs = 30;
const mostWithRetries = 1.1;

const sizes = {
  smoke: { retries: 1_000, warmUpS: 0.5, plan: { connections: 0, rounds: 1, seconds: 0.5, retryBudgetMs: 0 } },
  quick: { retries: 100_000, warmUpS: 2, plan: { connections: 0, rounds: 2, seconds: 3, retryBudgetMs: 0 } },
  full: { retries: 1_000_000, warmUpS: 2, plan: { connections: 0, rounds: 5, seconds: 10, retryBudgetMs: 120_000 } },
};

export async function measureLatency(lab: Lab, size: Size): Promise<Part> {
  const { retries, warmUpS, plan } = sizes[size];
  const empty = await setStage(lab, 'latency_empty');
  const waiting = await setStage(lab, 'latency_waiting');
  await fillWithRetries(waiting, retries);
  const variants = [
    await steadyVariant(lab, empty, 'no retries waiting'),
    await steadyVariant(lab, waiting, `${retries} retries waiting`),
  ];
  for (const variant of variants) await variant.run(0, warmUpS);
  const slices = await measure(variants, plan, lab.cluster);
  await Promise.all([empty.close(), waiting.close()]);
  return conclusion(variants, slices, plan);
}

/** Rows that have failed once and come due between ten minutes and a day from now: copies of what the verb wrote. */
async function fillWithRetries({ databaseUrl, writer, endpoints }: Stage, rows: number): Promise<void> {
  await writer.hold({ events: endpoints.length, accounts: endpoints.map(({ accountId }) => accountId) });
  await writer.commit();
  await withClient(databaseUrl, async (client) => {
    const changes: Readonly<Record<string, string>> = {
      id: `'dlv_' || md5(r.id || n)`,
      event_id: `'evt_' || md5(r.id || n)`,
      attempt: '1',
      due_at: `now() + interval '10 minutes' + (n::bigint * 7919 % 86000) * interval '1 second'`,
    };
    const { rows: columns } = await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = 'webhooks.deliveries'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    );
    const names = columns.map(({ name }) => name);
    await client.query(
      `insert into webhooks.deliveries (${names.join(', ')})
       select ${names.map((name) => changes[name] ?? `r.${name}`).join(', ')}
       from webhooks.deliveries r cross join generate_series(1, $1::bigint) as n`,
      [Math.round(rows / endpoints.length)],
    );
    await client.query('vacuum analyze webhooks.deliveries');
    await client.query('checkpoint');
  });
}

async function steadyVariant({ receivers }: Lab, stage: Stage, name: string): Promise<Variant> {
  const worker = await stage.startWorker();
  const accounts = stage.endpoints.map(({ accountId }) => accountId);
  return {
    name,
    serverPids: [worker.pid],
    async run(_connections, seconds) {
      await receivers.collect();
      const written = await stage.writer.write({ perSecond, seconds, accounts });
      await arrived(receivers, written.length);
      const arrivals = await receivers.collect();
      const { latenciesMs, missing, forged } = matchArrivals(written, arrivals, stage.endpoints);
      return { done: written.length, seconds, errors: missing + forged, latenciesMs };
    },
  };
}

type Latencies = {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly events: number;
  readonly errors: number;
  /** Shares of one core, while events were written and until the last had arrived. */
  readonly workerLoad: number;
  readonly databaseLoad: number;
  /** For each event, its publishing and its delivery together. */
  readonly walBytes: number;
};

function toLatencies(slices: readonly Slice[]): Latencies {
  const sorted = Float64Array.from(slices.flatMap((slice) => [...slice.latenciesMs])).sort();
  const sum = (of: (slice: Slice) => number) => slices.reduce((total, slice) => total + of(slice), 0);
  const seconds = sum((slice) => slice.seconds);
  return {
    p50Ms: round(percentile(sorted, 0.5), 1),
    p95Ms: round(percentile(sorted, 0.95), 1),
    p99Ms: round(percentile(sorted, 0.99), 1),
    maxMs: round(percentile(sorted, 1), 1),
    events: sorted.length,
    errors: sum((slice) => slice.errors),
    workerLoad: round(sum((slice) => slice.serverCpuMs) / 1000 / seconds, 2),
    databaseLoad: round(sum((slice) => slice.databaseCpuMs) / 1000 / seconds, 2),
    walBytes: round(sum((slice) => slice.walBytes) / sum((slice) => slice.done), 0),
  };
}

/** The median over rounds of one variant's percentile by another's: each pair was measured within seconds. */
function latencyRatio(slices: readonly Slice[], share: number, names: readonly [string, string]): number {
  const rounds = [...new Set(slices.map((slice) => slice.round))];
  const of = (name: string, turn: number) => {
    const slice = slices.find((candidate) => candidate.variant === name && candidate.round === turn);
    return percentile(slice?.latenciesMs.toSorted() ?? [], share);
  };
  const [ours, theirs] = names;
  return round(median(rounds.map((turn) => of(ours, turn) / of(theirs, turn))), 3);
}

function printLatencies(latencies: Readonly<Record<string, Latencies>>): void {
  printTable(
    ['events', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'number', 'errors', 'worker', 'database', 'WAL bytes'],
    Object.entries(latencies).map(([name, of]) => [
      name,
      of.p50Ms.toFixed(1),
      of.p95Ms.toFixed(1),
      of.p99Ms.toFixed(1),
      of.maxMs.toFixed(1),
      of.events,
      of.errors,
      of.workerLoad.toFixed(2),
      of.databaseLoad.toFixed(2),
      of.walBytes,
    ]),
  );
  console.log('worker, database: shares of one core');
}

function conclusion(variants: readonly Variant[], slices: readonly Slice[], plan: Plan): Part {
  const latencies = Object.fromEntries(
    variants.map(({ name }) => [name, toLatencies(slices.filter((slice) => slice.variant === name))]),
  );
  const [empty = '', waiting = ''] = variants.map(({ name }) => name);
  const withRetries = latencyRatio(slices, 0.95, [waiting, empty]);
  const disturbance = worstDisturbance(slices);
  console.log(
    `\nLatency: ${perSecond} events/s to 20 endpoints, one worker, ${plan.rounds} slices of ${plan.seconds} s`,
  );
  printLatencies(latencies);
  printDisturbance(disturbance);
  const errors = Object.values(latencies).reduce((sum, of) => sum + of.errors, 0);
  const checks: Check[] = [
    { name: 'latency: missing or forged', value: errors, atMost: 0 },
    { name: 'latency: p95 in ms, no retries waiting', value: latencies[empty]?.p95Ms ?? Number.NaN, atMost: mostMs },
    { name: `latency: p95, ${waiting} / none`, value: withRetries, atMost: mostWithRetries },
  ];
  return { figures: { latency: { ...latencies, withRetries, disturbance } }, checks };
}
