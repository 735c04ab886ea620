import type { Ctx } from '#context';
import { getMe } from '#modules/agents';
import { listOwnIntakes } from '#modules/intakes';
import { agentDeliveries } from '#modules/webhooks';
import { listOwnDeliveries } from './list-own-deliveries.ts';

/** The first look: last intakes, how the webhook does, what failed and why. */
export async function getOverview(ctx: Ctx) {
  const [me, intakes, webhook, failed] = await Promise.all([
    getMe(ctx),
    listOwnIntakes(ctx, { limit: 5 }),
    agentDeliveries.findWebhookHealth(ctx),
    listOwnDeliveries(ctx, { failed: 'yes', limit: '5' }),
  ]);
  return { me, intakes: intakes.data, webhook, failed: failed.data, searchedTo: failed.searched_to };
}
