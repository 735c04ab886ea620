import type { Ctx } from '#context';
import { cancelDeliveries } from './store.ts';

/** Rows per statement, so that each ends long before its timeout. */
const batch = 5_000;

/** As many as a request may wait for; workers cancel the rest when it is due. */
const batchesMax = 20;

/**
 * Cancels the pending deliveries of an endpoint that was deleted, or whose agent is no longer active. Safe to interrupt
 * at any moment: a delivery that is left finds no endpoint at its next attempt, or an inactive agent, and is canceled
 * then.
 */
export async function cancelEndpointDeliveries(ctx: Ctx, endpointId: string): Promise<void> {
  for (let turn = 0; turn < batchesMax; turn += 1) {
    const seen = await cancelDeliveries(ctx.db, { endpointId, now: ctx.clock.now(), limit: batch });
    if (seen === 0) return;
  }
}
