import { createHash } from 'node:crypto';
import type { Ctx, Tx } from '#context';
import type { ReceivedMail } from '#gateways/inbound-mail';
import { mailFrameWords } from '#lib/mail/mail-messages';
import { contactNames, type Contacts } from '#lib/text/contacts';
import { findAddressTag } from '#lib/text/tagged-address';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { listHoldIds } from '#modules/checkout';
import { listContacts, stopConsultation } from '#modules/consultations';
import { recordMailReport, stripControls, withdrawMessages } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { storedPerDay } from '../facts.ts';
import { replyMetrics } from '../metrics.ts';
import { insertContent, understandReply } from '../replies.ts';
import { stopsContact, wordsMax, type ReplyKind } from '../reply-rules.ts';
import { stopContact } from '../stops/stops.ts';
import { findMailFacts } from '../store.ts';

/**
 * Records an email reply on the case that its address names. A stop takes effect immediately for any sender, because only recipients of
 * our email have the address. From a contact of the case it stops that contact everywhere; from another address it stops the case.
 * Returns false when the case does not exist. Replies about test cases are not stored.
 */
async function recordMailReply(ctx: Ctx, consultationId: string, mail: ReceivedMail): Promise<boolean> {
  if (mail.isAutomatic) return true;
  const kind = await understandReply(ctx, withoutOurWords(mail.words === '' ? mail.subject : mail.words));
  const stored = await transact(ctx, async (tx) => {
    const found = (await listContacts(tx, [consultationId])).find(({ id }) => id === consultationId);
    if (found === undefined) return 'unknown';
    if (found.contacts.test) return 'test';
    const contacts = contactOf(found.contacts, mail.from);
    // A concurrent submission with this address waits here, and then finds it on the do-not-contact list.
    lockNames(tx.db, contactNames(contacts ?? found.contacts));
    const providerId = idOf(consultationId, mail);
    const since = addDays(tx.clock.now(), -1);
    const facts = await findMailFacts(tx.db, { caseId: consultationId, providerId, since });
    if (facts?.repeated === true) return 'repeated';
    if (stopsContact(kind)) await applyStop(tx, consultationId, contacts);
    if ((facts?.today ?? 0) >= storedPerDay) return 'full';
    insertContent(tx, {
      id: newId('rpl', tx.clock.now()),
      contacts,
      from: mail.from,
      channel: 'email',
      kind: needsReader(kind),
      words: wordsOf(mail),
      cases: [consultationId],
      providerId,
    });
    return 'stored';
  });
  if (stored === 'unknown') return false;
  if (stored === 'repeated' || stored === 'test') return true;
  const labels = { channel: 'email', understood_as: kind, stored: String(stored === 'stored') };
  ctx.metrics.of(replyMetrics).replies.inc(labels);
  return true;
}

/** The last line of each of our emails, which mail programs quote below a reply. */
const ourStops = Object.values(mailFrameWords).map(({ stop }) => stop.toLowerCase());

/** Below a quote in an unknown format is our own stop link; the text from there on is not the customer's. */
function withoutOurWords(words: string): string {
  const plain = words.toLowerCase();
  const quoted = ourStops.map((stop) => plain.indexOf(stop)).filter((at) => at >= 0);
  return words.slice(0, Math.min(words.length, ...quoted));
}

/** The contact of the case that matches the sender; undefined for another address. */
const contactOf = ({ email, test }: Contacts, from: string | undefined): Contacts | undefined =>
  email !== undefined && email === from
    ? { email, phone: undefined, ...(test === undefined ? {} : { test }) }
    : undefined;

async function applyStop(tx: Tx, consultationId: string, contacts: Contacts | undefined): Promise<void> {
  if (contacts !== undefined) return void (await stopContact(tx, { contacts, channel: 'email' }));
  const stopped = await stopConsultation(tx, consultationId);
  if (stopped === undefined || stopped.stoppedBefore) return;
  withdrawMessages(tx, [consultationId, stopped.sourceId, ...(await listHoldIds(tx, [consultationId]))]);
}

/** Only a person answers HELP or START by email. */
const needsReader = (kind: ReplyKind): ReplyKind => (kind === 'help' || kind === 'start' ? 'other' : kind);

/** A mail server may deliver a message twice; the same message to two cases counts as two replies. */
const idOf = (consultationId: string, { messageId, words }: ReceivedMail): string =>
  createHash('sha256')
    .update(`${consultationId} ${messageId ?? words}`)
    .digest('hex');

function wordsOf({ subject, words, attachments }: ReceivedMail): string {
  const sent = attachments === 0 ? '' : `[${attachments} attached, not stored]`;
  const lines = (words === '' ? subject : words).slice(0, wordsMax).split('\n');
  const said = lines.map(stripControls).join('\n').trim();
  return [said, sent].filter((part) => part !== '').join(' ');
}

/**
 * Handles an email to one of our addresses: a reply to a case, or a delivery report. False when the address is not
 * ours; true also for mail that is dropped on purpose, since its sender must not try again.
 */
export async function recordMail(ctx: Ctx, to: string, mail: ReceivedMail): Promise<boolean> {
  const { inboundMail } = ctx.config;
  const tag = inboundMail && findAddressTag(ctx, to, inboundMail.domain);
  if (tag === undefined) return false;
  if (tag.kind === 'reply') return recordMailReply(ctx, tag.id, mail);
  const { report } = mail;
  // Out-of-office notices go to the envelope sender as well.
  if (report === undefined) return true;
  await transact(ctx, (tx) => takeReport(tx, tag.id, report));
  ctx.metrics.of(replyMetrics).replies.inc({ channel: 'email', understood_as: report, stored: 'true' });
  return true;
}

/** A recipient who reports our email as spam wants no more of it, so this counts as a stop. */
async function takeReport(tx: Tx, messageId: string, report: 'bounced' | 'complained'): Promise<void> {
  const contacts = await recordMailReport(tx, { messageId, report });
  if (contacts === undefined || report !== 'complained') return;
  lockNames(tx.db, contactNames(contacts));
  const channel = 'complaint';
  const cases = await stopContact(tx, { contacts, channel });
  insertContent(tx, {
    id: newId('rpl', tx.clock.now()),
    contacts,
    channel,
    kind: 'stop',
    words: '',
    cases,
    providerId: `complaint ${messageId}`,
  });
}
