import type { Ctx, Tx } from '#context';
import type { TextReply } from '#gateways/text';
import { contactHashes, contactNames, type Contacts } from '#lib/text/contacts';
import { normalizePhone } from '#lib/text/phone';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import type { Language } from '#lib/languages/language';
import { listContacts, recheckSuppression } from '#modules/consultations';
import { liftStopReply, listSuppressed, messagePurposes, messageTemplates, queueMessage } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { storedPerDay } from '../facts.ts';
import { insertContent } from '../insert-content.ts';
import { replyMetrics } from '../metrics.ts';
import { type ReplyKind, stopsContact, wordsMax } from '../reply-rules.ts';
import { stopContact } from './stop-contact.ts';
import { findContactFacts } from '../store.ts';
import { understandReply } from '../understand-reply.ts';

/** The customer's number; texts come from nothing else. */
type Numbered = Contacts & { readonly phone: string };

/**
 * Records a reply to one of our texts and does what it asks for: a stop ends all contact with the commit, START lifts
 * it, HELP is answered. Every other reply, YES included, waits on the case for a person. The provider may deliver a
 * reply twice.
 */
export async function recordTextReply(ctx: Ctx, reply: TextReply): Promise<void> {
  const phone = normalizePhone(reply.from);
  if (phone === undefined) return;
  const contacts = { email: undefined, phone };
  const kind = reply.handledAs === 'STOP' ? 'stop' : await understandReply(ctx, reply.body);
  const stored = await transact(ctx, async (tx) => {
    // Whoever submits a case of this number waits here, and then finds the number on the list.
    lockNames(tx.db, contactNames(contacts));
    const since = addDays(tx.clock.now(), -1);
    const [facts, [listed]] = await Promise.all([
      findContactFacts(tx.db, { hashes: contactHashes(tx, contacts), providerId: reply.providerId, since }),
      listSuppressed(tx, [contacts]),
    ]);
    if (facts === undefined || facts.repeated) return undefined;
    const isFull = facts.today >= storedPerDay;
    // Nothing is lost when more are not stored: what they ask for is done already, or can be asked again tomorrow.
    if (isFull && (listed === true || !stopsContact(kind))) return false;
    const cases = await applyReply(tx, contacts, kind);
    if (isFull) return false;
    const answer = decideAnswer(tx, { kind, reply, facts, listed: listed === true });
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

export type Answer = 'stop_confirmed' | 'help';

type AnswerInput = {
  readonly kind: ReplyKind;
  readonly reply: TextReply;
  readonly facts: { readonly confirmed: boolean; readonly helped: boolean };
  /** Before this reply. */
  readonly listed: boolean;
};

/** One confirmation of a stop and then silence; HELP once a day, also to whoever is on the list. */
function decideAnswer({ config }: Tx, { kind, reply, facts, listed }: AnswerInput): Answer | undefined {
  if (reply.handledAs !== undefined) return undefined;
  if (kind === 'help') return facts.helped ? undefined : 'help';
  const confirms = stopsContact(kind) && !listed && !facts.confirmed && !config.textStopConfirmedByProvider;
  return confirms ? 'stop_confirmed' : undefined;
}

type QueuedAnswer = {
  readonly id: string;
  readonly contacts: Numbered;
  readonly answer: Answer;
  readonly language: Language;
};

function queueAnswer(tx: Tx, { id, contacts: { phone }, answer, language }: QueuedAnswer): void {
  const { helpContact, team } = tx.config;
  const { help, stopConfirmed } = messageTemplates.answers[language];
  const words = answer === 'help' ? help({ contact: helpContact }) : stopConfirmed;
  queueMessage(tx, {
    purpose: answer === 'help' ? messagePurposes.help : messagePurposes.stopConfirmed,
    subjectId: id,
    content: { channel: 'text', to: phone, text: `${team.name}: ${words}` },
  });
}

/** That of the newest case of the number whose customer chose one. */
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
