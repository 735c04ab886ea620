import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { thinEnvelope, type NewEvent } from './rules.ts';
import { insertEvents, type EventRow } from './store.ts';

/** Writes what happened into the log, in the transaction in which it happened; gives what was written. */
export function emit(tx: Tx, ...events: readonly NewEvent[]): readonly EventRow[] {
  if (events.length === 0) return [];
  const at = tx.clock.now();
  const rows = events.map((event) => toRow(event, at));
  insertEvents(tx.db, rows);
  return rows;
}

function toRow(event: NewEvent, at: Date): EventRow {
  const id = newId('evt', at);
  return {
    id,
    at,
    type: event.type,
    accountId: event.accountId ?? null,
    subjectId: event.subjectId,
    livemode: true,
    thin: thinEnvelope(id, event, at),
  };
}
