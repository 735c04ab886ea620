import type { RecoveryView } from '../history/portal-schemas.ts';
import type { RecoveryRow, RecoveryScope } from './store.ts';

/** The scope of a recovery. */
export type RecoveryRequest = {
  readonly since: Date;
  readonly until: Date | undefined;
  readonly states: readonly string[] | undefined;
  readonly eventTypes: readonly string[] | undefined;
};

export const toRecoveryScope = (endpointId: string, request: RecoveryRequest, now: Date): RecoveryScope => ({
  endpointId,
  since: request.since,
  // Deliveries made by a recovery are newer than its end, so it never processes its own.
  until: request.until !== undefined && request.until < now ? request.until : now,
  states: [...(request.states ?? ['exhausted', 'skipped'])],
  eventTypes: request.eventTypes === undefined || request.eventTypes.length === 0 ? null : [...request.eventTypes],
});

/** The size of the next batch, and the wait after it: about a second's worth, at least one row. */
export function paceBatch(perMinute: number | null, limit: number): { rows: number; pauseS: number | undefined } {
  if (perMinute === null) return { rows: limit, pauseS: undefined };
  const rows = Math.max(1, Math.min(limit, Math.floor(perMinute / 60)));
  return { rows, pauseS: (rows * 60) / perMinute };
}

/** With its rate, from its start to its end or until now. */
export function toRecoveryView(row: RecoveryRow, now: Date): RecoveryView {
  const minutes = ((row.finished_at ?? now).getTime() - row.created_at.getTime()) / 60_000;
  return {
    id: row.id,
    status: row.status as RecoveryView['status'],
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    states: row.states,
    event_types: row.event_types ?? [],
    per_minute: row.per_minute,
    total: row.total,
    recovered: row.recovered,
    // Less than a second gives no meaningful rate.
    recovered_per_minute: minutes * 60 < 1 ? null : Math.round(row.recovered / minutes),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
