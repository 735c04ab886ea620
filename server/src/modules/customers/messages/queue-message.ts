import type { Tx } from '#context';
import { insertMessages } from './message-store.ts';
import { type NewMessage, toMessageRow } from './to-message-row.ts';

/** Queues any number of messages by one statement; a worker sends them after the commit. */
export function queueMessage(tx: Tx, ...messages: readonly NewMessage[]): void {
  if (messages.length === 0) return;
  const rows = messages.map((message) => toMessageRow(tx, message, message.sandbox === true ? 'sandbox' : 'waiting'));
  insertMessages(tx.db, rows, tx.clock.now());
}
