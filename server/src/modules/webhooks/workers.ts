import type { Ctx } from '#context';
import { transact } from '#platform/db';
import type { ClaimedRows, JobBinding, Sweep } from '#platform/jobs';
import { attemptDelivery } from './delivery/attempt-delivery.ts';
import {
  isAcknowledged,
  isExhausted,
  endpointCap,
  type DeliveryOutcome,
  type DeliveryWork,
  type DeliveryResult,
} from './delivery/rules.ts';
import {
  claimDeliveries,
  findBacklog,
  listParkedEndpoints,
  reapDeliveries,
  releaseDeliveries,
  unparkDeliveries,
  type Lane,
} from './delivery/store.ts';
import { listEndpointsInForce } from './endpoint-store.ts';
import { finishDeliveries } from './delivery/finish-deliveries.ts';
import { maintainHistoryJob } from './jobs.ts';
import { webhookMetrics } from './metrics.ts';
import { maintainHistory } from './history/maintain-history.ts';
import { findEndpointGauges } from './health/store.ts';
import { continueRecovery } from './history/continue-recovery.ts';
import { warnOfEndpoints, type NotifyInstitutions } from './health/warn-of-endpoints.ts';

/** Concurrent attempts per process and lane: sockets are cheap, and a full lane never waits for another. */
const concurrency: Record<Lane, number> = { live: 200, slow: 50, replay: 20 };

/** Healthy receivers answer sooner. A slower attempt must not occupy a slot that a prompt one could have. */
const promptMs = 250;

/** One queue per lane on one table. */
export const deliveryQueues = (ctx: Ctx): ClaimedRows<DeliveryWork, DeliveryOutcome>[] =>
  (['live', 'slow', 'replay'] as const).map((lane) => deliveryQueue(ctx, lane));

function deliveryQueue(ctx: Ctx, lane: Lane): ClaimedRows<DeliveryWork, DeliveryOutcome> {
  return {
    queue: `webhooks.${lane}`,
    concurrency: concurrency[lane],
    // Nothing is claimed before it can start, so that an attempt uses the address and secret in force at that moment.
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
    // Leases do not depend on the lane, so one of the three queues reaps for all.
    reap: async () => (lane === 'live' ? (await reapDeliveries(ctx.db)).length : 0),
    measure: async () => {
      const backlog = await findBacklog(ctx.db, lane, ctx.clock.now());
      return { due: backlog?.due ?? 0, oldestDueS: backlog?.oldest ?? 0, parked: backlog?.parked ?? 0 };
    },
    label: (outcome) => (outcome.kind !== 'posted' ? outcome.kind : isAcknowledged(outcome) ? 'succeeded' : 'failed'),
  };
}

/** Records how long an acknowledged delivery took after it was due, and which ones were exhausted. */
function observe(ctx: Ctx, lane: Lane, result: DeliveryResult): void {
  const { row, outcome } = result;
  const { deliveriesExhausted, deliverySeconds } = ctx.metrics.of(webhookMetrics);
  if (isExhausted(result)) deliveriesExhausted.inc();
  if (outcome.kind !== 'posted' || !isAcknowledged(outcome)) return;
  const waitedMs = outcome.at.getTime() - row.delivery.due_at.getTime();
  deliverySeconds.observe({ lane }, (waitedMs + outcome.outcome.durationMs) / 1000);
}

/** Periodic work: gauges, recoveries, and endpoints whose worker died between finishing and unparking. */
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

/** Notifies institutions of failing endpoints. */
export const warningSweep = (ctx: Ctx, notify: NotifyInstitutions): Sweep => ({
  name: 'webhooks.warn',
  everyMs: 60_000,
  run: (limit) => warnOfEndpoints(ctx, limit, notify),
});

/** How many endpoints fail or are behind; their ids are not labels, because their number has no bound. */
async function measureEndpoints({ db, metrics }: Ctx): Promise<number> {
  const gauges = await findEndpointGauges(db);
  const { endpointsFailing, endpointsParked, endpointMostParked } = metrics.of(webhookMetrics);
  endpointsFailing.set({ audience: 'agent' }, gauges?.failing_agents ?? 0);
  endpointsFailing.set({ audience: 'partner' }, gauges?.failing_partners ?? 0);
  endpointsParked.set(gauges?.parked_endpoints ?? 0);
  endpointMostParked.set(gauges?.most_parked ?? 0);
  return 0;
}

export const webhookJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: maintainHistoryJob,
    run: () => maintainHistory(ctx),
  },
];
