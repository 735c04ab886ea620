import type { Ctx, Tx } from '#context';
import type { TextReply } from '#gateways/text';
import { contactHashes, contactNames, type Contacts } from '#lib/text/contacts';
import { normalizePhone } from '#lib/text/phone';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { recheckSuppression } from '#modules/consultations';
import { liftStopReply, listSuppressed, messagePurposes, queueMessage } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { storedPerDay } from '../facts.ts';
import { insertContent } from '../insert-content.ts';
import { replyMetrics } from '../metrics.ts';
import { decideReply, type ReplyKind, stopsContact, wordsMax } from '../reply-rules.ts';
import { stopContact } from './stop-contact.ts';
import { findContactFacts } from '../store.ts';

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
  const kind = reply.handledAs === 'STOP' ? 'stop' : decideReply(reply.body);
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
    insertContent(tx, { id, contacts, channel: 'text', kind, words: wordsOf(reply), cases, answer, reply });
    if (answer !== undefined) queueAnswer(tx, { id, contacts, answer });
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

type QueuedAnswer = { readonly id: string; readonly contacts: Numbered; readonly answer: Answer };

function queueAnswer(tx: Tx, { id, contacts: { phone }, answer }: QueuedAnswer): void {
  const { helpContact } = tx.config;
  const reach = helpContact === undefined ? 'Answer this text' : `Answer this text or reach us at ${helpContact}`;
  const texts: Record<Answer, string> = {
    stop_confirmed:
      'Makewhole: You are unsubscribed. You will get no more messages or calls from us. Reply START if you did not mean that.',
    help: `Makewhole: we look, free of charge, at what insurers offer for totaled cars. ${reach}; a person reads it. Msg&data rates may apply. Reply STOP to opt out.`,
  };
  queueMessage(tx, {
    purpose: answer === 'help' ? messagePurposes.help : messagePurposes.stopConfirmed,
    subjectId: id,
    content: { channel: 'text', to: phone, text: texts[answer] },
  });
}

function wordsOf({ body, attachments }: TextReply): string {
  const sent = attachments === 0 ? '' : `[${attachments} attached, not stored]`;
  return [body.slice(0, wordsMax), sent].filter((part) => part !== '').join(' ');
}
