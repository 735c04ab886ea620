import type { Ctx } from '#context';
import { selectEvents, type EventQuery, type LogPlace } from './log-store.ts';

export type { EventQuery } from './log-store.ts';

export type EventPage = {
  /** Thin envelopes, byte for byte as they were delivered. */
  readonly events: readonly string[];
  readonly hasMore: boolean;
  /** Where to go on; given even when there is no more, so that a reader can come back for what is new. */
  readonly place: LogPlace | undefined;
};

/**
 * A page of the log, in which the events of one object are in the order of its changes. Only what stands below the oldest
 * transaction still open is shown: a change that commits late then lies ahead of every reader, never behind one
 * (decision 131).
 */
export async function listEvents(ctx: Ctx, query: EventQuery): Promise<EventPage> {
  const rows = await selectEvents(ctx.db, query);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    events: page.map((row) => row.thin),
    hasMore: rows.length > query.limit,
    place: last ? { transactionId: last.transaction_id, place: last.place } : query.after,
  };
}
