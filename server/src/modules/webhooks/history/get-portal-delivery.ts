import type { Ctx } from '#context';
import { deliveryNotFound } from '../errors.ts';
import type { DeliveryKey } from '../rules.ts';
import { showBody, toAttempt } from './portal-rules.ts';
import type { PortalDelivery } from './portal-schemas.ts';
import { findDeliveryContent, findDeliveryRow } from './store.ts';

/** One delivery with each request as it was sent, and each answer; with `mask`, without contacts of borrowers. */
export async function getPortalDelivery(ctx: Ctx, key: DeliveryKey, mask: boolean): Promise<PortalDelivery> {
  const [row, content] = await Promise.all([findDeliveryRow(ctx.db, key), findDeliveryContent(ctx.db, key)]);
  if (row === undefined || content === undefined) throw deliveryNotFound();
  const shown = showBody(row, content.body, mask);
  return {
    id: row.id,
    event_id: row.event_id,
    endpoint_id: row.endpoint_id,
    endpoint_deleted: content.url === null,
    url: content.url,
    type: row.event_type,
    state: row.state,
    body: shown.body,
    masked: shown.hidden !== undefined && shown.hidden.size > 0,
    attempts: row.attempts.map((made) => toAttempt(row, made, { ...shown, body: content.body })),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
