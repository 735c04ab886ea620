import type { Ctx } from '#context';
import { listEventRows, type EventQuery, type LogCursor } from './store.ts';

export type { EventQuery } from './store.ts';

export type EventPage = {
  /** Thin envelopes, byte for byte as they are delivered. */
  readonly events: readonly string[];
  readonly hasMore: boolean;
  /** Returned even when there is no more yet, so that a reader can come back for new events. */
  readonly cursor: LogCursor | undefined;
};

/**
 * A page of the log, in which the events of one object are in the order of its changes. Events newer than the oldest
 * open transaction are withheld, so that a late commit is always ahead of every cursor (D-131). A reader that
 * continues after the database was restored or moved misses no events.
 */
export async function listEvents(ctx: Ctx, query: EventQuery): Promise<EventPage> {
  const rows = await listEventRows(ctx.db, query);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    events: page.map((row) => row.thin),
    hasMore: rows.length > query.limit,
    cursor: last ? { era: last.era, transactionId: last.transaction_id, position: last.place } : query.after,
  };
}
