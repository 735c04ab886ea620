// The time from an event's commit to its arrival, with an empty queue and with a million retries waiting.
import type { Size } from '#bench/instrument';
import { type Plan, type Slice, type Variant, figuresOf, measure, medianRatio } from '#bench/load/measure';
import { type Check, percentiles } from '#bench/report';
import { withClient } from '#bench/service/cluster';
import { isSoon } from '#bench/until';
import type { Arrival, Receivers } from './receivers.ts';
import { type Lab, type Stage, setStage } from './stage.ts';
import type { Endpoint, Written } from './writer.ts';

type Outcome = {
  /** From commit to the first arrival, of those that arrived. */
  readonly latenciesMs: Float64Array;
  /** Committed but not arrived. */
  readonly missing: number;
  /** Arrived with an invalid signature. */
  readonly forged: number;
};

/** Compares what was committed for these endpoints with what arrived at them. */
function matchArrivals(
  written: readonly Written[],
  arrivals: readonly Arrival[],
  endpoints: readonly Endpoint[],
): Outcome {
  const accounts = new Set(endpoints.map(({ accountId }) => accountId));
  const wanted = new Map(written.filter((of) => accounts.has(of.accountId)).map((of) => [of.eventId, of]));
  const latencies = new Map<string, number>();
  let forged = 0;
  for (const { eventIds, atMs, genuine } of arrivals) {
    const [eventId = ''] = eventIds;
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

/** Waits for all arrivals, for at most half a minute. */
export async function awaitArrivals(
  receivers: Receivers,
  written: readonly Written[],
  endpoints: readonly Endpoint[],
): Promise<Outcome> {
  const arrivals: Arrival[] = [];
  const isThere = async () => {
    arrivals.push(...(await receivers.collect()));
    return matchArrivals(written, arrivals, endpoints).missing === 0;
  };
  await isSoon(isThere, { limitMs: 30_000, everyMs: 50 });
  return matchArrivals(written, arrivals, endpoints);
}

/** The result of one part of the bench. */
export type Part = { readonly figures: Readonly<Record<string, unknown>>; readonly checks: readonly Check[] };

const perSecond = 200;
const mostMs = 30;
const mostWithRetries = 1.1;

const sizes = {
  smoke: { retries: 1_000, warmUpS: 0.5, plan: { rounds: 1, seconds: 0.5 } },
  quick: { retries: 100_000, warmUpS: 2, plan: { rounds: 2, seconds: 3 } },
  full: { retries: 1_000_000, warmUpS: 2, plan: { rounds: 5, seconds: 10, retryBudgetMs: 120_000 } },
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
  return conclusion(
    variants.map(({ name }) => name),
    slices,
    plan,
  );
}

/**
 * Deliveries that failed once and are due between ten minutes and a day from now: copies of a row that the service
 * wrote.
 */
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
      const { latenciesMs, missing, forged } = await awaitArrivals(receivers, written, stage.endpoints);
      return { done: written.length, seconds, errors: missing + forged, latenciesMs };
    },
  };
}

function conclusion([empty, waiting]: readonly string[], slices: readonly Slice[], { rounds, seconds }: Plan): Part {
  console.log(`\nLatency: ${perSecond} events/s to 20 endpoints, one worker, ${rounds} slices of ${seconds} s`);
  const latencies = figuresOf(slices);
  const p95 = ({ latenciesMs }: Slice) => percentiles(latenciesMs).p95Ms;
  const withRetries = medianRatio(slices, [waiting ?? '', empty ?? ''], p95);
  const errors = slices.reduce((sum, slice) => sum + slice.errors, 0);
  const checks: Check[] = [
    { name: 'latency: missing or forged', value: errors, atMost: 0 },
    {
      name: 'latency: p95 in ms, no retries waiting',
      value: latencies[empty ?? '']?.p95Ms ?? NaN,
      atMost: mostMs,
      speed: true,
    },
    { name: `latency: p95, ${waiting} / none`, value: withRetries, atMost: mostWithRetries, speed: true },
  ];
  return { figures: { latency: { ...latencies, withRetries } }, checks };
}
