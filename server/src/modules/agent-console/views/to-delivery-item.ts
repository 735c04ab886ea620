import { agentDeliveries } from '#modules/webhooks';
import type { DeliveryItem } from '../schemas.ts';

/** A delivery for a list, with what to do about its last failure. */
export function toDeliveryItem({ last_attempt: last, ...summary }: agentDeliveries.DeliverySummary): DeliveryItem {
  const { id, event_id, type, state, attempts, next_attempt_at, created_at } = summary;
  return {
    id,
    event_id,
    type,
    state,
    attempts,
    last_attempt: last === null ? null : { ...last, advice: agentDeliveries.adviseOn(last.cause, last.status) },
    next_attempt_at,
    created_at,
  };
}
