import type { Ctx } from '#context';
import { transact } from '#platform/db';
import type { ClaimedRows, JobBinding, Sweep } from '#platform/jobs';
import { attemptDelivery, type DeliveryOutcome, type DeliveryWork } from './attempt-delivery.ts';
import {
  claimDeliveries,
  findBacklog,
  listParkedEndpoints,
  reapDeliveries,
  releaseDeliveries,
  unparkDeliveries,
  type Lane,
} from './delivery-store.ts';
import { listEndpointsInForce } from './endpoint-store.ts';
import { acknowledged, exhausted, finishDeliveries, type DeliveryResult } from './finish-deliveries.ts';
import { keepHistoryJob } from './jobs.ts';
import { keepHistory } from './keep-history.ts';
import { findEndpointGauges } from './health-store.ts';
import { continueRecovery } from './recover-deliveries.ts';
import { endpointCap } from './rules.ts';
import { warnOfEndpoints, type TellOfEndpoints } from './warn-of-endpoints.ts';

/** Attempts at once per process and lane: sockets are cheap, and a full lane never waits for another. */
const concurrency: Record<Lane, number> = { live: 200, slow: 50, replay: 20 };

/** Receivers that work answer sooner. What takes longer must not hold a place that a prompt one could have. */
const promptMs = 250;

/** One queue per lane on one table. */
export const deliveryQueues = (ctx: Ctx): ClaimedRows<DeliveryWork, DeliveryOutcome>[] =>
  (['live', 'slow', 'replay'] as const).map((lane) => deliveryQueue(ctx, lane));

function deliveryQueue(ctx: Ctx, lane: Lane): ClaimedRows<DeliveryWork, DeliveryOutcome> {
  return {
    queue: `webhooks.${lane}`,
    concurrency: concurrency[lane],
    // Nothing is claimed before it can start, so that an attempt uses the address and secret of its own moment.
    ahead: 1,
    overtime: { afterMs: promptMs, most: 5 * concurrency[lane] },
    async claim(worker, limit) {
      const batch = Math.min(limit, 200);
      const rows = await claimDeliveries(ctx.db, { worker, lane, now: ctx.clock.now(), batch, cap: endpointCap });
      if (rows.length === 0) return [];
      const endpoints = await listEndpointsInForce(ctx.db, [...new Set(rows.map((row) => row.endpoint_id))]);
      const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
      return rows.map((delivery) => ({ delivery, endpoint: byId.get(delivery.endpoint_id) }));
    },
    run: (work) => attemptDelivery(ctx, work),
    finish: async (worker, results) => {
      await finishDeliveries(ctx, worker, results);
      for (const result of results) observe(ctx, lane, result);
    },
    release: async (worker, work) => {
      await releaseDeliveries(
        ctx.db,
        worker,
        work.map(({ delivery }) => delivery),
      );
    },
    // A lease does not know its lane; one of the three looks after all.
    reap: async () => (lane === 'live' ? (await reapDeliveries(ctx.db)).length : 0),
    measure: async () => {
      const backlog = await findBacklog(ctx.db, lane, ctx.clock.now());
      return { due: backlog?.due ?? 0, oldestDueS: backlog?.oldest ?? 0, parked: backlog?.parked ?? 0 };
    },
    label: (outcome) => (outcome.kind !== 'posted' ? outcome.kind : acknowledged(outcome) ? 'succeeded' : 'failed'),
  };
}

/** How long an acknowledged delivery took from the moment it was due, and which ones were given up. */
function observe(ctx: Ctx, lane: Lane, result: DeliveryResult): void {
  const { row, outcome } = result;
  if (exhausted(result)) ctx.metrics.deliveriesExhausted.inc();
  if (outcome.kind !== 'posted' || !acknowledged(outcome)) return;
  const waitedMs = outcome.at.getTime() - row.delivery.due_at.getTime();
  ctx.metrics.deliverySeconds.observe({ lane }, (waitedMs + outcome.outcome.durationMs) / 1000);
}

/** What goes on by itself: gauges, recoveries, and endpoints whose worker died between finishing and unparking. */
export const deliverySweeps = (ctx: Ctx): Sweep[] => [
  { name: 'webhooks.measure', everyMs: 15_000, run: () => measureEndpoints(ctx) },
  { name: 'webhooks.recover', everyMs: 1_000, run: (limit) => continueRecovery(ctx, limit) },
  {
    name: 'webhooks.unpark',
    everyMs: 1_000,
    run: async () => {
      const parked = await listParkedEndpoints(ctx.db);
      if (parked.length > 0)
        await transact(ctx, async (tx) => unparkDeliveries(tx.db, new Map(parked.map((id) => [id, endpointCap]))));
      return 0;
    },
  },
];

/** Tells institutions of endpoints that fail. */
export const warningSweep = (ctx: Ctx, tell: TellOfEndpoints): Sweep => ({
  name: 'webhooks.warn',
  everyMs: 60_000,
  run: (limit) => warnOfEndpoints(ctx, limit, tell),
});

/** How many endpoints fail or are behind; which ones they are is in no metric, because their number has no bound. */
async function measureEndpoints({ db, metrics }: Ctx): Promise<number> {
  const found = await findEndpointGauges(db);
  metrics.endpointsFailing.set({ audience: 'agent' }, found?.failing_agents ?? 0);
  metrics.endpointsFailing.set({ audience: 'partner' }, found?.failing_partners ?? 0);
  metrics.endpointsParked.set(found?.parked_endpoints ?? 0);
  metrics.endpointMostParked.set(found?.most_parked ?? 0);
  return 0;
}

export const webhookJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: keepHistoryJob,
    run: () => keepHistory(ctx),
  },
];
