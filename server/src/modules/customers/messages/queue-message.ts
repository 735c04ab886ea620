import type { Tx } from '#context';
import { insertMessages } from './message-store.ts';
import { recordUnsent } from './record-unsent.ts';
import { fileSandboxMessages } from './sandbox-store.ts';
import { type NewMessage, toMessageRow } from './to-message-row.ts';

/**
 * Queues any number of messages by one statement; a worker sends them after the commit. What is above a cap or a budget
 * is stored as held, until somebody of the team allows or drops it (D-143). Call it once in a transaction, with
 * everything, and late: from here to the commit others wait who write to the same recipient.
 */
export function queueMessage(tx: Tx, ...messages: readonly NewMessage[]): void {
  if (messages.length === 0) return;
  const rows = messages.map((message) => toMessageRow(tx, message, message.sandbox === true ? 'sandbox' : 'waiting'));
  for (const { failure, ...row } of rows) {
    if (failure === null) continue;
    recordUnsent(tx, [{ ...row, subject_id: row.subjectId, contact_hash: row.contactHash }], failure);
  }
  insertMessages(tx, rows);
  fileSandboxMessages(
    tx.db,
    rows.flatMap(({ id, state }, place) =>
      state === 'sandbox' ? [{ id, accountId: messages[place]?.accountId ?? null }] : [],
    ),
  );
}
