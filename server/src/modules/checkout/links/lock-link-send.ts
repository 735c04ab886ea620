import type { Tx } from '#context';
import { lockCheckoutOf } from '../store.ts';
import { countLinkSend } from './count-link-send.ts';

/** Locks the checkout whose link another message leads to, and returns how that is counted, or refused. */
export async function lockLinkSend(tx: Tx, consultationId: string): Promise<() => void> {
  const checkout = await lockCheckoutOf(tx.db, consultationId);
  return () => checkout && countLinkSend(tx, checkout);
}
