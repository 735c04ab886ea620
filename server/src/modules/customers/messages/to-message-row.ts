import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import type { MessagePurpose } from '../purpose-data.ts';
import type { NewMessageRow } from './message-store.ts';
import { storedHashes } from '../contacts/contact-rules.ts';
import { type MessageContent, contactsOf, messageAad } from './message-rules.ts';

export type NewMessage = {
  /**
   * What it says, such as `intake.welcome`; determines the source that is asked before sending and notified afterwards.
   */
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  /** Which version of the subject it is about, such as the link it contains; a later version makes it untrue. */
  readonly subjectVersion?: string;
  readonly content: MessageContent;
  /** About a sandbox object: stored for inspection, never sent. */
  readonly sandbox?: boolean;
};

export function toMessageRow(tx: Tx, message: NewMessage, state: NewMessageRow['state']): NewMessageRow {
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
    sealed_content: tx.vault.encrypt(JSON.stringify(content), messageAad(id)),
    contact_hash: hash,
    state,
  };
}
