import type { Ctx } from '#context';
import { cancelDeliveries } from './delivery-store.ts';
import { findAgentEndpoint } from './endpoint-store.ts';

/** Rows per statement, so that each ends long before its time is over. */
const batch = 5_000;

/** As many as a request may wait for; what is left is canceled by the workers when it comes to its turn. */
const turns = 20;

/**
 * Cancels what an endpoint that is gone was still to be told. Safe to be cut off at any moment: a delivery that is left
 * finds no endpoint at its next attempt, or an agent that is not active, and ends as canceled there.
 */
export async function cancelPending(ctx: Ctx, endpointId: string): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const seen = await cancelDeliveries(ctx.db, { endpointId, now: ctx.clock.now(), limit: batch });
    if (seen === 0) return;
  }
}

/** An agent that is not let in any more is not told what it was still to be told either, whatever it becomes later. */
export async function cancelAgentDeliveries(ctx: Ctx, principalId: string): Promise<void> {
  const endpoint = await findAgentEndpoint(ctx.db, principalId);
  if (endpoint !== undefined) await cancelPending(ctx, endpoint.id);
}
