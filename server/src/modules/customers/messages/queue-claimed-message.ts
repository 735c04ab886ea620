import type { Tx } from '#context';
import { insertMessages, type ClaimedMessage } from './message-store.ts';
import { type NewMessage, toMessageRow } from './to-message-row.ts';

/**
 * Queues one message that the request itself sends after its commit, by `sendClaimedMessage`. No worker claims it
 * meanwhile; should the request not finish, its lease ends and a worker does. Undefined when a cap or a budget holds it.
 */
export function queueClaimedMessage(
  tx: Tx,
  message: Omit<NewMessage, 'sandbox' | 'accountId'> & Required<Pick<NewMessage, 'heldBy'>>,
): ClaimedMessage | undefined {
  const row = toMessageRow(tx, message, 'claimed');
  insertMessages(tx, [row]);
  if (row.heldBy !== null) return undefined;
  const { id, purpose, channel, content, subjectId, subjectVersion } = row;
  return {
    id,
    purpose,
    channel,
    subject_id: subjectId,
    subject_version: subjectVersion,
    sealed_content: content,
    attempt: 1,
    created_at: tx.clock.now(),
  };
}
