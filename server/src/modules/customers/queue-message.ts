import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { contactHash } from './find-person.ts';
import { insertMessages } from './store.ts';

export type NewMessage = {
  /** What it says, such as `intake.welcome`; whoever reacts to its sending is named by this. */
  readonly purpose: string;
  readonly subjectId: string;
  readonly content: MessageContent;
  /** About an object of the sandbox: kept to be looked at, never sent. */
  readonly sandbox?: boolean;
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

/** Owes messages to people, by one statement however many they are; a worker sends them after the commit. */
export function queueMessage(tx: Tx, ...messages: readonly NewMessage[]): void {
  if (messages.length === 0) return;
  const now = tx.clock.now();
  insertMessages(
    tx.db,
    messages.map(({ purpose, subjectId, content, sandbox = false }) => {
      const id = newId('msg', now);
      return {
        id,
        purpose,
        subject_id: subjectId,
        channel: content.channel,
        sealed_content: tx.vault.seal(JSON.stringify(content), messageRow(id)),
        contact_hash: contactHash(tx, content.channel === 'email' ? 'email' : 'phone', content.to),
        state: sandbox ? 'sandbox' : 'waiting',
      };
    }),
    now,
  );
}

export const messageRow = (id: string): string => `customers.messages/${id}`;
