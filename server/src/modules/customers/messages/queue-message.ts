import type { Tx } from '#context';
import { isDialable } from '#lib/calling/dialable';
import { renderMail } from '#lib/mail/render-mail';
import { storedHashes, type Contacts } from '#lib/text/contacts';
import { pageUrl } from '#lib/text/page-link';
import { stopUrl, stopUrlIn, type Stop } from '#lib/text/stop-link';
import { newId } from '#lib/tokens/ids';
import { recordConsentOfHashes } from '#modules/ledger';
import { lockKey } from '#platform/db';
import { recipientName } from '../contacts/recipient-rules.ts';
import { cancelMessagesAbout } from '../customer-store.ts';
import { allowanceOf, messagePurposes, servicePurposes, type MessagePurpose } from '../purpose-data.ts';
import type { MessageDraft } from '../rules.ts';
import { contactsOf, messageAad, type MessageContent } from './message-rules.ts';
import { insertMessages, type NewMessageRow } from './message-store.ts';
import { fileSandboxMessages } from './store.ts';

/**
 * Queues any number of messages by one statement; a worker sends them after the commit. Messages over a cap or a
 * budget are stored as held, until a staff member allows or drops them (D-143). Call it once per transaction, with
 * all messages, and late: from here to the commit, other transactions that message the same recipient wait.
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

export type NewMessage = {
  /** The purpose, such as `intake.welcome`; determines the source that is checked before sending and notified afterward. */
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  /** The version of the subject, such as the link it contains; a later version makes it untrue. */
  readonly subjectVersion?: string;
  readonly content: MessageDraft;
  /** About a sandbox object: stored for inspection, never sent. */
  readonly sandbox?: boolean;
  /** The account of the sandbox, if it does not follow from the subject. */
  readonly accountId?: string;
  /**
   * The answer of `findAllowance` for its channel, if the response repeats it: the cap or budget that holds it, or
   * `nothing`. Without it the database decides, and the response must not promise anything.
   */
  readonly heldBy?: string | 'nothing';
};

/** A text to a number that is never texted; no one can allow it. */
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

export type UnsentMessage = {
  readonly id: string;
  readonly purpose: string;
  readonly subject_id: string;
  readonly channel: string;
  readonly contact_hash: Buffer | null;
};

/** The ledger records messages that ended without a worker, and why. */
export function recordUnsent(tx: Tx, messages: readonly UnsentMessage[], why: string): void {
  for (const { id, purpose, subject_id: subjectId, channel, contact_hash: hash } of messages)
    recordConsentOfHashes(tx, {
      kind: 'message_not_sent',
      contactHashes: hash === null ? [] : [hash],
      subjectId,
      details: { message: id, purpose, channel, content_sha256: null, why },
    });
}

/** Withdraws unsent messages about these subjects, such as intakes; of one channel, or of all. */
export function withdrawMessages(tx: Tx, subjectIds: readonly string[], channel?: 'email' | 'text'): void {
  if (subjectIds.length > 0) cancelMessagesAbout(tx.db, { subjectIds, channel, now: tx.clock.now() });
}

type Drafted = {
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  readonly content: MessageDraft;
  readonly sandbox?: boolean;
  readonly accountId?: string;
};

/** Formats an email. Every email to a customer ends with a link that stops all contact, and has the link in its header. */
function renderContent(tx: Tx, message: Drafted): MessageContent {
  const { purpose, content, sandbox = false } = message;
  if (content.channel === 'text') return content;
  const { mail, pageOf, ...rest } = content;
  const contacts = { ...contactsOf(content), test: sandbox };
  const stop = servicePurposes.has(purpose) ? undefined : stopUrl(tx, stopOf(message, contacts));
  const page = pageOf === undefined ? undefined : pageUrl(tx, { consultationId: pageOf, contacts });
  const rendered = renderMail(mail, {
    team: tx.config.team,
    pageUrl: page,
    stopUrl: stop && stopUrlIn(stop, mail.language),
  });
  return {
    ...rest,
    ...rendered,
    language: mail.language,
    ...(rest.by === undefined ? {} : { words: mail.paragraphs.join('\n\n') }),
    ...(stop === undefined ? {} : { stopUrl: stop }),
  };
}

/** For a test, the case that the message is about; a borrower who is only invited has none yet. */
function stopOf({ purpose, subjectId, accountId }: Drafted, contacts: Contacts): Stop {
  if (contacts.test !== true) return { contacts };
  const isInvited = purpose === messagePurposes.invitation && accountId !== undefined;
  return isInvited ? { contacts: { ...contacts, testOf: accountId } } : { consultationId: subjectId };
}
