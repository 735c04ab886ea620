import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { deliveryNotFound } from '../errors.ts';
import { readDeliveryTime, toDelivery } from './rules.ts';
import type { DeliveryDetail } from './schemas.ts';
import { findDeliveryContent, listDeliveryRows } from './store.ts';

/** One delivery with the exact text that is sent, and what the receiver answered to each attempt. */
export async function getDeliveryDetail(ctx: Ctx, id: string): Promise<DeliveryDetail> {
  requireStaff(ctx.actor);
  const filter = { endpointId: undefined, eventId: undefined, state: undefined, before: `${id}~`, limit: 1 };
  const [[row], content] = await Promise.all([
    listDeliveryRows(ctx.db, { ...filter, createdBy: readDeliveryTime(id) }),
    findDeliveryContent(ctx.db, id),
  ]);
  if (row?.id !== id || content === undefined) throw deliveryNotFound();
  return {
    ...toDelivery(row),
    url: content.url,
    body: content.body,
    answers: row.attempts.map(({ number, answer }) => ({ number, text: answer })),
  };
}
