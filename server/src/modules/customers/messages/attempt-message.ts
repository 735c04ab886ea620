import { createHash } from 'node:crypto';
import type { Ctx, Tx } from '#context';
import {
  joinWindows,
  localTime,
  mayCall,
  nextOpening,
  windowOfPhone,
  zonesOf,
  type CallWindow,
} from '#lib/calling/calling-hours';
import { addConsultationNumber } from '#lib/mail/add-consultation-number';
import { contactHashes, type Contacts } from '#lib/text/contacts';
import { taggedAddress } from '#lib/text/tagged-address';
import { addDays, addSeconds } from '#lib/time/dates';
import { GatewayError } from '#platform/errors';
import { findBounced } from '../bounces/store.ts';
import { listSuppressed } from '../do-not-contact/do-not-contact.ts';
import { answersAtOnce } from '../purpose-data.ts';
import type { MessageConsultation, MessageSource, MessageSubject } from './message-facts.ts';
import { contactsOf, messageAad, type MessageContent } from './message-rules.ts';
import { insertMessages, type ClaimedMessage } from './message-store.ts';
import { toMessageRow, type NewMessage } from './queue-message.ts';

/** The data about a message for the consent ledger: its recipient, a hash of its content, and for a text the applied calling hours. */
export type MessageEvidence = {
  readonly contacts: Contacts;
  readonly contentHash: string;
  readonly hours?: { readonly ruleVersion: string; readonly localTime: string };
};

type Outcome =
  | { readonly kind: 'sent'; readonly providerId: string | undefined }
  | { readonly kind: 'not_configured' }
  /** Its customer is on the do-not-contact list, by this or another contact of the case. */
  | { readonly kind: 'suppressed' }
  /** What it says is no longer true, it waited longer than it is of use, or its customer stopped this way of contact. */
  | { readonly kind: 'withdrawn'; readonly reason: 'untrue' | 'too_late' | 'channel_stopped' }
  /** A text outside the hours in which its customer may be called; no attempt. */
  | { readonly kind: 'held'; readonly until: Date }
  | { readonly kind: 'refused'; readonly failure: string }
  | {
      readonly kind: 'unavailable';
      readonly failure: string;
      /** The transport would have failed with any message. */
      readonly isTransport: boolean;
      /** Whether it counts as an attempt: failures specific to the message do, and so do attempts that may have reached the recipient. */
      readonly counts: boolean;
    };

/** The evidence is missing when the content could not be read. */
export type MessageOutcome = Outcome & { readonly evidence?: MessageEvidence };

/** A message is useful for seven days, unless its source sets another limit. */
const usefulForS = 7 * 86_400;

/**
 * Hands one message to its transport and returns the outcome. All messages leave through this function, so the do-not-contact list, the
 * source and the hours are checked here for every purpose, at the moment of sending and not when it was queued.
 */
export async function attemptMessage(
  ctx: Ctx,
  message: ClaimedMessage,
  source: MessageSource,
): Promise<MessageOutcome> {
  const { id, purpose, subject_id: subjectId, subject_version: version } = message;
  let evidence: MessageEvidence | undefined;
  try {
    const content = JSON.parse(ctx.vault.decrypt(message.encrypted_content, messageAad(id))) as MessageContent;
    evidence = { contacts: contactsOf(content), contentHash: hashOf(content) };
    const subject = { purpose, subjectId, subjectVersion: version ?? undefined };
    const [suppressed, isTrue, stopped, window] = await Promise.all([
      isStopped(ctx, subject, { content, source }),
      source.isTrue(ctx, subject),
      source.stoppedChannels?.(ctx, subject),
      content.channel === 'text' ? findWindow(ctx, { subject, source, to: content.to }) : undefined,
    ]);
    if (suppressed) return { kind: 'suppressed', evidence };
    if (stopped?.includes(content.channel) === true) return { kind: 'withdrawn', reason: 'channel_stopped', evidence };
    if (!isTrue) return { kind: 'withdrawn', reason: 'untrue', evidence };
    if (await isBounced(ctx, contactsOf(content))) return { kind: 'refused', failure: 'address_bounced', evidence };
    const gateway = content.channel === 'email' ? ctx.mail : ctx.text;
    if (!gateway.configured) return { kind: 'not_configured', evidence };
    const now = ctx.clock.now();
    const lastUse = addSeconds(message.created_at, source.usefulForS ?? usefulForS);
    const opening = window === undefined || source.anyHour === true ? now : findOpening(ctx, window, now);
    if (opening > lastUse || now > lastUse) return { kind: 'withdrawn', reason: 'too_late', evidence };
    if (opening > now) return { kind: 'held', until: opening, evidence };
    if (window !== undefined) evidence = { ...evidence, hours: describeHours(ctx, window, now) };
    const consultation = await source.consultation?.(ctx, subject);
    return { kind: 'sent', providerId: await send(ctx, { id, content, consultation }), evidence };
  } catch (error) {
    // A message that can never be sent must end as failed; one without a working transport ends when it is no longer useful.
    ctx.log.warn({ err: error, message: id }, 'customers.message-not-accepted');
    const known = evidence === undefined ? {} : { evidence };
    if (!(error instanceof GatewayError))
      return { kind: 'unavailable', failure: 'internal', isTransport: false, counts: true, ...known };
    const failure = describe(error);
    if (error.kind === 'refused') return { kind: 'refused', failure, ...known };
    const isTransport = error.about === 'service';
    return { kind: 'unavailable', failure, isTransport, counts: !isTransport || error.mayBeDone, ...known };
  }
}

type Texted = { readonly subject: MessageSubject; readonly source: MessageSource; readonly to: string };

/** Where the recipient of a text may be, by the area code and by the message's source. */
async function findWindow(ctx: Ctx, { subject, source, to }: Texted): Promise<CallWindow> {
  const known = await source.window?.(ctx, subject);
  return joinWindows([windowOfPhone(to), ...(known === undefined ? [] : [known])]);
}

/** Now, or when texts may be sent again. Rules that never open are checked again the next day. */
function findOpening(ctx: Ctx, window: CallWindow, now: Date): Date {
  const rules = ctx.config.callingHours;
  return mayCall(rules, window, now) ? now : (nextOpening(rules, window, now) ?? addDays(now, 1));
}

const describeHours = (ctx: Ctx, window: CallWindow, now: Date) => ({
  ruleVersion: ctx.config.callingHours.version,
  localTime: zonesOf(window)
    .map((zone) => `${localTime(zone, now).text} ${zone}`)
    .join(', '),
});

const hashOf = (content: MessageContent): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

type Outgoing = {
  readonly id: string;
  readonly content: MessageContent;
  readonly consultation: MessageConsultation | undefined;
};

/** The addresses for replies and for delivery failure reports. */
function returnAddresses(ctx: Ctx, id: string, consultationId: string | undefined) {
  const { inboundMail, team } = ctx.config;
  if (inboundMail === undefined) return { replyTo: team.email };
  const { domain } = inboundMail;
  return {
    bounceTo: taggedAddress(ctx, { kind: 'bounce', id }, domain),
    replyTo:
      consultationId === undefined ? team.email : taggedAddress(ctx, { kind: 'reply', id: consultationId }, domain),
  };
}

/** Returns the provider's id of the message, where there is one. */
async function send(ctx: Ctx, { id, content, consultation }: Outgoing): Promise<string | undefined> {
  if (content.channel === 'text') return (await ctx.text.send({ id, to: content.to, text: content.text })).providerId;
  const { language } = content;
  // Read only now, because the database numbers a case when it is stored, together with its first email.
  const numbered =
    consultation === undefined || language === undefined
      ? content
      : addConsultationNumber(content, { number: consultation.number, language });
  await ctx.mail.send({ id, ...numbered, ...returnAddresses(ctx, id, consultation?.id) });
  return undefined;
}

/** For the board: the kind and the transport's own code, without its sentences, which may quote the address. */
const describe = (error: GatewayError): string =>
  error.responseCode === undefined ? error.kind : `${error.kind} ${error.responseCode}`;

/**
 * Queues one message that the request itself sends after its commit, with `sendClaimedMessage`. Workers leave it alone until its lease
 * ends, so a worker sends it if the request does not finish. Undefined when a cap or a budget holds it.
 */
export function queueClaimedMessage(
  tx: Tx,
  message: Omit<NewMessage, 'sandbox' | 'accountId'> & Required<Pick<NewMessage, 'heldBy'>>,
): ClaimedMessage | undefined {
  const row = toMessageRow(tx, message, 'claimed');
  insertMessages(tx, [row]);
  if (row.heldBy !== null) return undefined;
  const { id, purpose, channel, content, subjectId, subjectVersion } = row;
  return {
    id,
    purpose,
    channel,
    subject_id: subjectId,
    subject_version: subjectVersion,
    encrypted_content: content,
    attempt: 1,
    created_at: tx.clock.now(),
  };
}

/** How long no email is sent to an address that refused one permanently; mailboxes do come back. */
const restDays = 30;

/** Whether an address refused an email recently: trying again would cost us the trust of mail servers. */
async function isBounced(ctx: Ctx, { email, test }: Contacts): Promise<boolean> {
  if (email === undefined) return false;
  const hashes = contactHashes(ctx, { email, phone: undefined, ...(test === undefined ? {} : { test }) });
  return (await findBounced(ctx.db, hashes, addDays(ctx.clock.now(), -restDays))) !== undefined;
}

type Attempt = { readonly content: MessageContent; readonly source: MessageSource };

/**
 * Whether the recipient, or another contact of the message's case, is on the do-not-contact list. This is the last
 * check before sending, so no message leaves after the commit of a stop. Messages about test cases are also stopped
 * here, even if the code that queued them did not mark them, because the address may belong to anyone.
 */
async function isStopped(ctx: Ctx, subject: MessageSubject, { content, source }: Attempt): Promise<boolean> {
  if (answersAtOnce.has(subject.purpose)) return false;
  const ofCase = (await source.contacts?.(ctx, subject)) ?? [];
  if (ofCase.some(({ test }) => test === true)) return true;
  return (await listSuppressed(ctx, [contactsOf(content), ...ofCase])).includes(true);
}
