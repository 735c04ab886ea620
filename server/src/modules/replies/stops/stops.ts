import type { Ctx, Tx } from '#context';
import type { TextReply } from '#gateways/text';
import type { Language } from '#lib/languages/language';
import { contactHashes, contactNames, type Contacts } from '#lib/text/contacts';
import { languageUrl } from '#lib/text/language-link';
import { normalizePhone } from '#lib/text/phone';
import { findStop, type Stop } from '#lib/text/stop-link';
import { addDays, addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { listHoldIds } from '#modules/checkout';
import { recordConsent } from '#modules/ledger';
import { listContacts, recheckSuppression, stopConsultation } from '#modules/consultations';
import {
  addDoNotContact,
  liftStopReply,
  listSuppressed,
  messagePurposes,
  messageTemplates,
  queueMessage,
  withdrawMessages,
  type MessageSubject,
} from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { storedPerDay } from '../facts.ts';
import { replyMetrics } from '../metrics.ts';
import { insertContent, understandReply } from '../replies.ts';
import { stopsContact, wordsMax, type ReplyKind } from '../reply-rules.ts';
import { findContactFacts, findReply, type ReplyRow } from '../store.ts';

/**
 * Within five minutes the law presumes that the person expects a confirmation (47 CFR 64.1200(a)(12)); later it would
 * be one more message after a stop.
 */
const confirmedWithinS = 5 * 60;
const helpedWithinS = 86_400;

/** An automatic answer is sent only while the reply is recent. */
export async function isReplyRecent(ctx: Ctx, { purpose, subjectId }: MessageSubject): Promise<boolean> {
  const reply = await findReply(ctx.db, subjectId);
  const withinS = purpose === messagePurposes.help ? helpedWithinS : confirmedWithinS;
  return reply !== undefined && ctx.clock.now() < addSeconds(reply.received_at, withinS);
}

type PressedStop = { readonly token: string; readonly channel: 'page' | 'one_click' };

/**
 * Handles a submitted stop link. One from a message stops the contact it was sent to; one from a page that others can
 * open too stops contact about that case. Repeating it changes nothing. Returns false for an unknown token.
 */
export async function recordStopLink(ctx: Ctx, { token, channel }: PressedStop): Promise<boolean> {
  const stop = findStop(ctx, token);
  if (stop === undefined) return false;
  const isTest = await transact(ctx, (tx) =>
    'contacts' in stop ? stopByContact(tx, stop.contacts, channel) : stopCase(tx, stop.consultationId),
  );
  if (!isTest) ctx.metrics.of(replyMetrics).replies.inc({ channel, understood_as: 'stop', stored: 'true' });
  return true;
}

async function stopByContact(tx: Tx, contacts: Contacts, channel: PressedStop['channel']): Promise<boolean> {
  const isTest = contacts.test === true;
  await (isTest ? stopTestContact(tx, contacts, channel) : stopLiveContact(tx, contacts, channel));
  return isTest;
}

/** For a test invitation: only the list of its institution changes, and no case, inbox or figure. */
async function stopTestContact(tx: Tx, contacts: Contacts, channel: PressedStop['channel']): Promise<void> {
  lockNames(tx.db, contactNames(contacts));
  const [listed] = await listSuppressed(tx, [contacts]);
  if (listed !== true) addDoNotContact(tx, contacts, { how: channel, subjectIds: [] });
}

async function stopLiveContact(tx: Tx, contacts: Contacts, channel: PressedStop['channel']): Promise<void> {
  lockNames(tx.db, contactNames(contacts));
  const since = addDays(tx.clock.now(), -1);
  const [facts, [listed]] = await Promise.all([
    findContactFacts(tx.db, { hashes: contactHashes(tx, contacts), providerId: undefined, since }),
    listSuppressed(tx, [contacts]),
  ]);
  if (listed === true) return;
  const cases = await stopContact(tx, { contacts, channel });
  if ((facts?.today ?? 0) >= storedPerDay) return;
  insertContent(tx, { id: newId('rpl', tx.clock.now()), contacts, channel, kind: 'stop', words: '', cases });
}

/** Named by its id, or by that of its source object. Returns whether it is a test case, even one that was removed. */
async function stopCase(tx: Tx, name: string): Promise<boolean> {
  const [found] = await listContacts(tx, [name]);
  if (found === undefined) return true;
  const stopped = await stopConsultation(tx, found.id);
  const isTest = found.contacts.test === true;
  if (stopped === undefined || stopped.stoppedBefore) return isTest;
  const { id, contacts, sourceId } = stopped;
  withdrawMessages(tx, [id, sourceId, ...(await listHoldIds(tx, [id]))]);
  // A test has no inbox and no proof of consent.
  if (isTest) return true;
  const kind = 'stop';
  insertContent(tx, {
    id: newId('rpl', tx.clock.now()),
    contacts: undefined,
    channel: 'page',
    kind,
    words: '',
    cases: [id],
  });
  recordConsent(tx, {
    kind: 'stopped',
    contacts,
    subjectId: sourceId,
    details: { source: 'case_page', channel: 'page' },
  });
  return false;
}

/** The customer's number; texts come only from numbers. */
type Numbered = Contacts & { readonly phone: string };

/**
 * Records a reply to one of our texts and acts on it: a stop ends all contact with the commit, START lifts it, HELP is answered. Every
 * other reply, including YES, waits on the case for a person. The provider may deliver a reply twice.
 */
export async function recordTextReply(ctx: Ctx, reply: TextReply): Promise<void> {
  const phone = normalizePhone(reply.from);
  if (phone === undefined) return;
  const contacts = { email: undefined, phone };
  const kind = reply.handledAs === 'STOP' ? 'stop' : await understandReply(ctx, reply.body);
  const stored = await transact(ctx, async (tx) => {
    // A concurrent submission with this number waits here, and then finds it on the do-not-contact list.
    lockNames(tx.db, contactNames(contacts));
    const since = addDays(tx.clock.now(), -1);
    const [facts, [listed]] = await Promise.all([
      findContactFacts(tx.db, { hashes: contactHashes(tx, contacts), providerId: reply.providerId, since }),
      listSuppressed(tx, [contacts]),
    ]);
    if (facts === undefined || facts.repeated) return undefined;
    const isFull = facts.today >= storedPerDay;
    // Not storing more loses nothing: the request is already done, or can be repeated tomorrow.
    if (isFull && (listed === true || !stopsContact(kind))) return false;
    const cases = await applyReply(tx, contacts, kind);
    if (isFull) return false;
    const answer = decideAnswer({ kind, reply, facts, listed: listed === true });
    const id = newId('rpl', tx.clock.now());
    insertContent(tx, {
      id,
      contacts,
      channel: 'text',
      kind,
      words: wordsOf(reply),
      cases,
      answer,
      providerId: reply.providerId,
    });
    if (answer !== undefined) queueAnswer(tx, { id, contacts, answer, language: await findLanguage(tx, cases) });
    return true;
  });
  if (stored === undefined) return;
  ctx.metrics.of(replyMetrics).replies.inc({ channel: 'text', understood_as: kind, stored: String(stored) });
}

/** Returns the open cases of the number. */
async function applyReply(tx: Tx, contacts: Numbered, kind: ReplyKind): Promise<string[]> {
  if (stopsContact(kind)) return stopContact(tx, { contacts, channel: 'text' });
  const lift = () => (kind === 'start' ? liftStopReply(tx, contacts, 'customer') : undefined);
  return (await recheckSuppression(tx, [contacts], lift)).map(({ id }) => id);
}

type Answer = 'stop_confirmed' | 'help';

type AnswerInput = {
  readonly kind: ReplyKind;
  readonly reply: TextReply;
  readonly facts: { readonly confirmed: boolean; readonly helped: boolean };
  /** Before this reply. */
  readonly listed: boolean;
};

/** One confirmation of a stop and then silence; HELP once a day, also for contacts on the list. */
function decideAnswer({ kind, reply, facts, listed }: AnswerInput): Answer | undefined {
  if (reply.handledAs !== undefined) return undefined;
  if (kind === 'help') return facts.helped ? undefined : 'help';
  const confirms = stopsContact(kind) && !listed && !facts.confirmed;
  return confirms ? 'stop_confirmed' : undefined;
}

type QueuedAnswer = {
  readonly id: string;
  readonly contacts: Numbered;
  readonly answer: Answer;
  readonly language: Language;
};

function queueAnswer(tx: Tx, { id, contacts: { phone }, answer, language }: QueuedAnswer): void {
  const { team } = tx.config;
  const { help, stopConfirmed } = messageTemplates.answers[language];
  const words = answer === 'help' ? help({ contact: team.email }) : stopConfirmed;
  queueMessage(tx, {
    purpose: answer === 'help' ? messagePurposes.help : messagePurposes.stopConfirmed,
    subjectId: id,
    content: { channel: 'text', to: phone, text: `${team.name}: ${words}` },
  });
}

/** The language of the number's newest case whose customer chose one. */
async function findLanguage(tx: Tx, caseIds: readonly string[]): Promise<Language> {
  const chosen = (await listContacts(tx, caseIds)).flatMap(({ id, language }) =>
    language === undefined ? [] : [{ id, language }],
  );
  return chosen.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]?.language ?? 'en';
}

function wordsOf({ body, attachments }: TextReply): string {
  const sent = attachments === 0 ? '' : `[${attachments} attached, not stored]`;
  return [body.slice(0, wordsMax), sent].filter((part) => part !== '').join(' ');
}

type StoppedContact = { readonly contacts: Contacts; readonly channel: ReplyRow['channel'] };

/**
 * A customer stops contact by one of their contacts. With the commit that contact is listed, every open case with it
 * leaves the queue, and messages waiting about those cases are withdrawn on every channel. Returns the cases.
 */
export async function stopContact(tx: Tx, { contacts, channel }: StoppedContact): Promise<string[]> {
  const cases = await recheckSuppression(tx, [contacts], (open) =>
    addDoNotContact(tx, contacts, { how: channel, subjectIds: open.flatMap(({ id, sourceId }) => [id, sourceId]) }),
  );
  const ids = cases.map(({ id }) => id);
  withdrawMessages(tx, [...ids, ...cases.map(({ sourceId }) => sourceId), ...(await listHoldIds(tx, ids))]);
  return ids;
}

type StopView = {
  /** Whether the stop or its case belongs to a test. Only cases of tests are ever removed. */
  readonly test: boolean;
  /** The case owner's earlier language choice, and where a choice is stored; a contact may have several cases. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string };
};

/** The data that a stop link's page needs besides the link. */
export async function viewStop(ctx: Ctx, stop: Stop): Promise<StopView> {
  if ('contacts' in stop) return { test: stop.contacts.test === true };
  const [found] = await listContacts(ctx, [stop.consultationId]);
  if (found === undefined) return { test: true };
  const chosen = { language: found.language, languageUrl: languageUrl(ctx, found.id) };
  return { test: found.contacts.test === true, chosen };
}
