import type { Ctx } from '#context';
import { cancelEndpointDeliveries } from '../delivery/cancel-endpoint-deliveries.ts';
import { findAgentEndpoint } from './store.ts';

/** A suspended or unverified agent does not get its pending deliveries, even if it is reactivated later. */
export async function cancelAgentDeliveries(ctx: Ctx, principalId: string): Promise<void> {
  const endpoint = await findAgentEndpoint(ctx.db, principalId);
  if (endpoint !== undefined) await cancelEndpointDeliveries(ctx, endpoint.id);
}
