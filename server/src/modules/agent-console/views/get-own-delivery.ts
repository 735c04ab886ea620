import type { Ctx } from '#context';
import { agentDeliveries } from '#modules/webhooks';
import { accountOf } from '../rules.ts';

/** A delivery with each request as it was sent and each answer: nothing that the agent's own server did not see. */
export const getOwnDelivery = (ctx: Ctx, id: string): Promise<agentDeliveries.PortalDelivery> =>
  agentDeliveries.getSentDelivery(ctx, { ...accountOf(ctx.actor), id }, false);
