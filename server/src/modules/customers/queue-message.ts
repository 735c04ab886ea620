import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { contactHash } from './find-person.ts';
import { insertMessage } from './store.ts';

export type NewMessage = {
  /** What it says, such as `intake.welcome`; whoever reacts to its sending is named by this. */
  readonly purpose: string;
  readonly subjectId: string;
  readonly content: MessageContent;
};

export type MessageContent =
  | {
      readonly channel: 'email';
      readonly to: string;
      readonly subject: string;
      readonly text: string;
      readonly html: string;
    }
  | { readonly channel: 'text'; readonly to: string; readonly text: string };

/** Owes a message to a person; a worker sends it after the commit. */
export function queueMessage(tx: Tx, message: NewMessage): void {
  const now = tx.clock.now();
  const id = newId('msg', now);
  insertMessage(tx.db, {
    id,
    purpose: message.purpose,
    subject_id: message.subjectId,
    channel: message.content.channel,
    sealed_content: tx.vault.seal(JSON.stringify(message.content), messageRow(id)),
    contact_hash: contactHash(tx, message.content.channel === 'email' ? 'email' : 'phone', message.content.to),
    state: 'waiting',
    due_at: now,
    created_at: now,
  });
}

export const messageRow = (id: string): string => `customers.messages/${id}`;
