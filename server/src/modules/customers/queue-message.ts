import type { Tx } from '#context';
import { normalizeEmail } from '#lib/email';
import { newId } from '#lib/ids';
import { storedHashes, type Contacts } from './find-person.ts';
import type { MessagePurpose } from './message-owners.ts';
import { insertMessages, type ClaimedMessage, type NewMessageRow } from './store.ts';

export type NewMessage = {
  /** What it says, such as `intake.welcome`; whoever answers for it and reacts to its sending is named by this. */
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  /** Which version of the subject it speaks of, such as the link it carries; a later version makes it untrue. */
  readonly subjectVersion?: string;
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
  const rows = messages.map((message) => toRow(tx, message, message.sandbox === true ? 'sandbox' : 'waiting'));
  insertMessages(tx.db, rows, tx.clock.now());
}

/**
 * Owes one message that its caller tries to send as soon as it is committed, by `sendTaken`. No worker takes it
 * meanwhile; should the caller not come to it, its lease ends and a worker does.
 */
export function takeMessage(tx: Tx, message: Omit<NewMessage, 'sandbox'>): ClaimedMessage {
  const row = toRow(tx, message, 'claimed');
  insertMessages(tx.db, [row], tx.clock.now());
  return { ...row, attempt: 1 };
}

function toRow(tx: Tx, message: NewMessage, state: NewMessageRow['state']): NewMessageRow {
  const { purpose, subjectId, subjectVersion, content } = message;
  const id = newId('msg', tx.clock.now());
  const [hash] = storedHashes(tx, contactsOf(content));
  if (hash === undefined) throw new Error('a message goes to somebody');
  return {
    id,
    purpose,
    subject_id: subjectId,
    subject_version: subjectVersion ?? null,
    channel: content.channel,
    sealed_content: tx.vault.seal(JSON.stringify(content), messageRow(id)),
    contact_hash: hash,
    state,
  };
}

/** Whom it goes to, spelled as people are compared: not every sender keeps addresses so. */
export const contactsOf = ({ channel, to }: MessageContent): Contacts =>
  channel === 'email' ? { email: normalizeEmail(to), phone: undefined } : { email: undefined, phone: to };

export const messageRow = (id: string): string => `customers.messages/${id}`;
