import type { Ctx } from '#context';
import { deliveryNotFound } from '../errors.ts';
import type { DeliveryKey } from '../rules.ts';
import { toDelivery } from './rules.ts';
import type { DeliveryDetail } from './schemas.ts';
import { findDeliveryContent, findDeliveryRow } from './store.ts';

/** One delivery of the account with the exact text that is sent, and what the receiver answered to each attempt. */
export async function getDeliveryDetail(ctx: Ctx, key: DeliveryKey): Promise<DeliveryDetail> {
  const [row, content] = await Promise.all([findDeliveryRow(ctx.db, key), findDeliveryContent(ctx.db, key)]);
  if (row === undefined || content === undefined) throw deliveryNotFound();
  return {
    ...toDelivery(row),
    url: content.url,
    body: content.body,
    answers: row.attempts.map(({ number, answer }) => ({ number, text: answer })),
  };
}
