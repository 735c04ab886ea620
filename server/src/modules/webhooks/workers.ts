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
import { acknowledged, finishDeliveries, type DeliveryResult } from './finish-deliveries.ts';
import { keepHistoryJob } from './jobs.ts';
import { keepHistory } from './keep-history.ts';
import { continueRecovery } from './recover-deliveries.ts';
import { endpointCap } from './rules.ts';

/** Attempts at once per process and lane: sockets are cheap, and a full lane never waits for another. */
const concurrency: Record<Lane, number> = { live: 200, slow: 50, replay: 20 };

/** One queue per lane on one table. */
export const deliveryQueues = (ctx: Ctx): ClaimedRows<DeliveryWork, DeliveryOutcome>[] =>
  (['live', 'slow', 'replay'] as const).map((lane) => deliveryQueue(ctx, lane));

function deliveryQueue(ctx: Ctx, lane: Lane): ClaimedRows<DeliveryWork, DeliveryOutcome> {
  return {
    queue: `webhooks.${lane}`,
    concurrency: concurrency[lane],
    // Nothing is claimed before it can start, so that an attempt uses the address and secret of its own moment.
    ahead: 1,
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
      for (const { row, outcome } of results) observeLatency(ctx, lane, { row, outcome });
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

/** How long an acknowledged delivery took from the moment it was due. */
function observeLatency(ctx: Ctx, lane: Lane, { row, outcome }: DeliveryResult): void {
  if (outcome.kind !== 'posted' || !acknowledged(outcome)) return;
  const waitedMs = outcome.at.getTime() - row.delivery.due_at.getTime();
  ctx.metrics.deliverySeconds.observe({ lane }, (waitedMs + outcome.outcome.durationMs) / 1000);
}

/** What goes on by itself: recoveries, and endpoints whose worker died between finishing and unparking. */
export const deliverySweeps = (ctx: Ctx): Sweep[] => [
  { name: 'webhooks.recover', everyMs: 1_000, run: (limit) => continueRecovery(ctx, limit) },
  {
    name: 'webhooks.unpark',
    everyMs: 1_000,
    run: async () => {
      const parked = await listParkedEndpoints(ctx.db);
      if (parked.length > 0) await transact(ctx, async (tx) => unparkDeliveries(tx.db, parked, endpointCap));
      return 0;
    },
  },
];

export const webhookJobs = (ctx: Ctx): JobBinding[] => [
  {
    job: keepHistoryJob,
    run: () => keepHistory(ctx),
  },
];
