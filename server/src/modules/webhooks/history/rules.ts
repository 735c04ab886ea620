import { decodeBase62 } from '#lib/tokens/base62';
import type { DayPartitions } from '#platform/db';
import type { Delivery } from './schemas.ts';
import type { DeliveryRow } from './store.ts';

export const historyDays: readonly DayPartitions[] = [
  { table: 'webhooks.delivery_history', key: 'finished_at', daysAhead: 8, retentionDays: 31 },
  { table: 'webhooks.attempts', key: 'at', daysAhead: 8, retentionDays: 31 },
];

/**
 * The row of a deleted endpoint identifies the owner of its deliveries until the last of them is gone: the day they
 * are canceled, and 31 more.
 */
export const deletedEndpointDays = 33;

/** When the delivery of this id was created; undefined when it is not an id of ours. */
export function readDeliveryTime(id: string | undefined): Date | undefined {
  const made = decodeBase62(id?.slice('dlv_'.length, 'dlv_'.length + 8) ?? '');
  // The database accepts every time up to the year 9999.
  return made === undefined || made > Date.UTC(9999, 0) ? undefined : new Date(made);
}

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event_id: row.event_id,
  endpoint_id: row.endpoint_id,
  account_id: row.account_id,
  type: row.event_type,
  state: row.state,
  attempts: row.attempts.map(({ number, at, status, cause, duration_ms }) => ({
    number,
    at: new Date(at).toISOString(),
    status,
    cause,
    duration_ms,
  })),
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
