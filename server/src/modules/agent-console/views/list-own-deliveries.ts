import type { Ctx } from '#context';
import { readLimit } from '#lib/api/pagination';
import { agentDeliveries } from '#modules/webhooks';
import { accountOf, toDeliverySearch } from '../rules.ts';
import { toDeliveryItem } from './to-delivery-item.ts';

type DeliveryQuery = Parameters<typeof toDeliverySearch>[0] & {
  readonly limit?: string | undefined;
  readonly cursor?: string | undefined;
};

/** The agent's deliveries, newest first: all, those that failed, of a type, an event or an intake. */
export async function listOwnDeliveries(ctx: Ctx, query: DeliveryQuery) {
  const page = { after: agentDeliveries.readPosition(query.cursor), limit: readLimit(query.limit) };
  const found = await agentDeliveries.searchDeliveries(ctx, accountOf(ctx.actor), toDeliverySearch(query, page));
  return { ...found, data: found.data.map(toDeliveryItem) };
}
