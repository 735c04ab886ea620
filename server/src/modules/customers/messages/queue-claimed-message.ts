import type { Tx } from '#context';
import { insertMessages, type ClaimedMessage } from './message-store.ts';
import { type NewMessage, toMessageRow } from './to-message-row.ts';

/**
 * Queues one message that the request itself sends after its commit, by `sendClaimedMessage`. No worker claims it
 * meanwhile; should the request not finish, its lease ends and a worker does.
 */
export function queueClaimedMessage(tx: Tx, message: Omit<NewMessage, 'sandbox'>): ClaimedMessage {
  const row = toMessageRow(tx, message, 'claimed');
  insertMessages(tx.db, [row], tx.clock.now());
  return { ...row, attempt: 1 };
}
