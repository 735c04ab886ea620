import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { computeEnvelopes, type Envelopes, type NewEvent } from './rules.ts';
import { insertEvents, type EventRow } from './store.ts';

/** An event as stored, with the text for endpoints that take full payloads. */
export type EmittedEvent = EventRow & Envelopes & { readonly audience: NewEvent['audience'] };

/** Writes events to the log in the transaction of the change they report; returns what was written. */
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
    livemode: event.livemode,
    ...computeEnvelopes(id, event, at),
  };
}
