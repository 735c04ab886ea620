import type { Ctx } from '#context';
import { getEvent } from '#modules/events';
import { accountOf } from '../rules.ts';
import type { EventDetail } from '../schemas.ts';
import { listOwnDeliveries } from './list-own-deliveries.ts';
import { toEventItem } from './to-event-item.ts';

/** An event as it was sent, and every delivery of it. */
export async function getOwnEvent(ctx: Ctx, id: string): Promise<EventDetail> {
  const event = await getEvent(ctx, accountOf(ctx.actor), id);
  const { data: deliveries } = await listOwnDeliveries(ctx, { event_id: id, limit: '100' });
  return { ...toEventItem(event), body: event.thin, deliveries };
}
