import type { Tx } from '#context';
import { isDialable } from '#lib/calling/dialable';
import { storedHashes } from '#lib/text/contacts';
import { newId } from '#lib/tokens/ids';
import { lockKey } from '#platform/db';
import { recipientName } from '../contacts/recipient-rules.ts';
import { allowanceOf, type MessagePurpose } from '../purpose-data.ts';
import type { NewMessageRow } from './message-store.ts';
import type { MessageDraft } from '../draft-rules.ts';
import { contactsOf, messageAad } from './message-rules.ts';
import { renderContent } from './render-content.ts';

export type NewMessage = {
  /**
   * What it says, such as `intake.welcome`; determines the source that is asked before sending and notified afterwards.
   */
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  /** Which version of the subject it is about, such as the link it contains; a later version makes it untrue. */
  readonly subjectVersion?: string;
  readonly content: MessageDraft;
  /** About a sandbox object: stored for inspection, never sent. */
  readonly sandbox?: boolean;
  /** Whose sandbox, where what it is about does not say so. */
  readonly accountId?: string;
  /**
   * What `findAllowance` said of its channel, when the answer repeats it: the cap or budget that holds it, or `nothing`.
   * Without it the database decides, and the answer must not promise anything.
   */
  readonly heldBy?: string | 'nothing';
};

/** A text to a number that is never texted: nobody can allow it. */
const numberFailure = 'number_not_texted';

export function toMessageRow(tx: Tx, message: NewMessage, state: 'waiting' | 'claimed' | 'sandbox'): NewMessageRow {
  const { purpose, subjectId, subjectVersion, content, heldBy } = message;
  const id = newId('msg', tx.clock.now());
  const [hash] = storedHashes(tx, contactsOf(content));
  if (hash === undefined) throw new Error('a message goes to somebody');
  const recipient = recipientName(content.channel, contactsOf(content).email ?? content.to);
  const untexted = state !== 'sandbox' && content.channel === 'text' && !isDialable(content.to);
  return {
    id,
    purpose,
    subjectId,
    subjectVersion: subjectVersion ?? null,
    channel: content.channel,
    content: tx.vault.encryptPacked(JSON.stringify(renderContent(tx, message)), messageAad(id)),
    contactHash: hash,
    recipientHashes: tx.vault.fingerprints(recipient),
    lock: lockKey(recipient),
    allowance: allowanceOf(purpose),
    state: untexted ? 'failed' : state,
    failure: untexted ? numberFailure : null,
    heldBy: untexted || heldBy === undefined || heldBy === 'nothing' ? null : heldBy,
    promised: heldBy === 'nothing',
  };
}
