import type { Tx } from '#context';
import { updateHold } from '../hold-change-store.ts';

/**
 * Ends a hold whose page no customer was sent to. The calling verb holds its lock and knows that it is in `page_open`.
 */
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
