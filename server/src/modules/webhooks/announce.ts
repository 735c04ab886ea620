import type { Tx } from '#context';
import { emit, type NewEvent } from '#modules/events';
import { newId } from '#lib/ids';
import { insertDeliveries } from './delivery-store.ts';

/** Logs what happened and owes it to everybody who asked to be told, all in the transaction in which it happened. */
export function announce(tx: Tx, ...events: readonly NewEvent[]): void {
  const now = tx.clock.now();
  const told = emit(tx, ...events).flatMap(({ id, type, accountId, thin }) =>
    accountId === null
      ? []
      : [{ id: newId('dlv', now), event_id: id, event_type: type, account_id: accountId, body: thin }],
  );
  if (told.length > 0) insertDeliveries(tx.db, told, now);
}
