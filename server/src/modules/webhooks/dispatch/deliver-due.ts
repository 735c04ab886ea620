import type { Ctx } from '#context';
import { attemptDelivery, observeResult } from '../delivery/attempt-delivery.ts';
import { finishDeliveries } from '../delivery/finish-deliveries.ts';
import { endpointCap } from '../delivery/rules.ts';
import { listEndpointsInForce } from '../endpoint-store.ts';
import { listPendingQueues, readDue } from './store.ts';

const allShards = Array.from({ length: 64 }, (_, shard) => shard);

/** Delivers everything that is due and returns, for a process without loops, where no dispatcher runs. */
export async function deliverDue(ctx: Ctx): Promise<void> {
  for (;;) {
    const now = ctx.clock.now();
    const pending = (await listPendingQueues(ctx.db, allShards)).filter(({ first_due: due }) => due <= now);
    if (pending.length === 0) return;
    const places = pending.map(({ endpoint_id: endpointId, replay, first_due: due }) => ({
      endpointId,
      lane: replay ? ('replay' as const) : ('live' as const),
      due: new Date(due.getTime() - 1),
      id: '',
    }));
    const endpoints = await listEndpointsInForce(ctx.db, [...new Set(pending.map((row) => row.endpoint_id))]);
    const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    const read = await readDue(ctx.db, places, { now, most: endpointCap });
    const work = read.flatMap(({ rows }, index) =>
      rows.map((delivery) => ({ delivery, lane: places[index]?.lane ?? 'live' })),
    );
    const attempts = work.map(async ({ delivery, lane }) => {
      const row = { delivery, endpoint: byId.get(delivery.endpoint_id) };
      return { row, lane, outcome: await attemptDelivery(ctx, row) };
    });
    const results = await Promise.all(attempts);
    await finishDeliveries(ctx, results);
    for (const result of results) observeResult(ctx, result);
  }
}
