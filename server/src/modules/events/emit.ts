import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { envelopes, type Envelopes, type NewEvent } from './rules.ts';
import { insertEvents, type EventRow } from './store.ts';

/** What was written into the log, and the text for endpoints that take full payloads. */
export type EmittedEvent = EventRow & Envelopes & { readonly audience: NewEvent['audience'] };

/** Writes what happened into the log, in the transaction in which it happened; gives what was written. */
export function emit(tx: Tx, ...events: readonly NewEvent[]): readonly EmittedEvent[] {
  if (events.length === 0) return [];
  const at = tx.clock.now();
  const rows = events.map((event) => toRow(event, at));
  insertEvents(tx.db, rows);
  return rows;
}

function toRow(event: NewEvent, at: Date): EmittedEvent {
  const id = newId('evt', at);
  return {
    id,
    at,
    type: event.type,
    audience: event.audience,
    accountId: event.accountId ?? null,
    subjectId: event.subjectId,
    livemode: event.audience === 'agent' || event.livemode,
    ...envelopes(id, event, at),
  };
}
