import type { Tx } from '#context';
import { updateHold } from './follow-store.ts';

/** Ends a hold whose page nobody was sent to. The caller holds its lock and knows that it is open. */
export function failHold(tx: Tx, id: string, failure: 'page refused' | 'page not made'): void {
  updateHold(tx.db, {
    id,
    state: 'failed',
    now: tx.clock.now(),
    intentId: undefined,
    captureBefore: undefined,
    capturedCents: undefined,
    failure,
    checkAt: null,
  });
}
