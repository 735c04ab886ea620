import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { thinEnvelope, type NewEvent } from './rules.ts';
import { insertEvents } from './store.ts';

/** Writes what happened into the log, in the transaction in which it happened. */
export function emit(tx: Tx, ...events: readonly NewEvent[]): void {
  if (events.length === 0) return;
  const at = tx.clock.now();
  insertEvents(
    tx.db,
    events.map((event) => {
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
    }),
  );
}
