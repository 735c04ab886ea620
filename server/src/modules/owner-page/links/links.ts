import type { Ctx, Tx } from '#context';
import type { Language } from '#lib/languages/language';
import { contactVersion, hasContactVersion, type Contacts } from '#lib/text/contacts';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { addDays, addSeconds } from '#lib/time/dates';
import { choices, listContacts } from '#modules/consultations';
import {
  composeContent,
  listMessages,
  messagePurposes,
  messageTemplates,
  queueMessage,
  type MessageSubject,
  type NewMessage,
} from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { renewals } from './rules.ts';

type PageLinkFor = {
  readonly consultationId: string;
  /** The one contact that the link is sent to. */
  readonly contacts: Contacts;
  readonly language: Language;
};

/** One message with a new link to the customer's page, to one contact. */
function composePageLink(tx: Tx, { consultationId, contacts, language }: PageLinkFor): NewMessage | undefined {
  const content = composeContent(tx, {
    consultationId,
    contacts,
    language,
    words: (chosen, url) => messageTemplates.pageLink[chosen].words({ url }),
  });
  if (content === undefined) return undefined;
  const subjectVersion = contactVersion(tx, contacts);
  return {
    purpose: messagePurposes.pageLink,
    subjectId: consultationId,
    ...(subjectVersion === undefined ? {} : { subjectVersion }),
    sandbox: contacts.test === true,
    content,
  };
}

/**
 * The link is sent while its contact is on the case and has not stopped contact. Closed cases count too, because they
 * still have documents.
 */
export async function isPageLinkWanted(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const ofCase = await listContacts(ctx, [subjectId]);
  return ofCase.some(
    ({ hasStopped, contacts }) =>
      !hasStopped && subjectVersion !== undefined && hasContactVersion(ctx, contacts, subjectVersion),
  );
}

/**
 * Earlier links end only now that the new one has been sent. Anyone who knows a case number can request a link, and a
 * customer must not lose access because a message is held or never arrives.
 */
export async function recordLinkSent(tx: Tx, consultationIds: readonly string[]): Promise<void> {
  for (const id of consultationIds) {
    const links = (await listMessages(tx, id)).filter(({ purpose }) => purpose === messagePurposes.pageLink);
    const sent = links.findLast(({ state }) => state === 'sent');
    if (sent !== undefined) choices.renewLinks(tx, id, new Date(sent.created_at));
  }
}

type RenewLink = {
  readonly consultationId: string;
  readonly language: Language;
  /** Whether this is the contact that the earlier link was for. It gets the new link if it is still on the case. */
  readonly isFor: (contacts: Contacts) => boolean;
};

/**
 * Sends a new link to one current contact of the case; earlier links end once it is sent. Returns nothing about the
 * outcome, because anyone may be asking.
 */
export async function renewLink(ctx: Ctx, { consultationId, language, isFor }: RenewLink): Promise<void> {
  await transact(ctx, async (tx) => {
    lockNames(tx.db, [`owner-page/link/${consultationId}`]);
    const standing = await choices.findStanding(tx, consultationId);
    if (standing === undefined || !standing.isProven || standing.hasStopped || !(await isDue(tx, consultationId)))
      return;
    const contacts = chooseContact(standing, { isFor, texts: tx.text.configured });
    const message =
      contacts && composePageLink(tx, { consultationId, contacts, language: standing.language ?? language });
    if (message === undefined) return;
    queueMessage(tx, message);
  });
}

async function isDue(tx: Tx, consultationId: string): Promise<boolean> {
  const now = tx.clock.now();
  const sent = (await listMessages(tx, consultationId))
    .filter(({ purpose }) => purpose === messagePurposes.pageLink)
    .map(({ created_at: at }) => new Date(at));
  if (sent.some((at) => now < addSeconds(at, renewals.pauseS))) return false;
  return sent.filter((at) => at > addDays(now, -1)).length < renewals.perDay;
}

/**
 * Prefers the contact of the earlier link, then the email address, then the number. Skips channels that the customer
 * stopped or that have no contact.
 */
function chooseContact(
  { contacts, stoppedChannels }: choices.Standing,
  { isFor, texts }: Pick<RenewLink, 'isFor'> & { readonly texts: boolean },
): Contacts | undefined {
  const { email, phone, test = false } = contacts;
  const mail: Contacts[] =
    email === undefined || stoppedChannels.includes('email') ? [] : [{ email, phone: undefined, test }];
  const text: Contacts[] =
    phone === undefined || !texts || stoppedChannels.includes('text') ? [] : [{ email: undefined, phone, test }];
  const usable = [...mail, ...text];
  return usable.find(isFor) ?? usable[0];
}

type RequestLink = {
  /** As the customer typed them. */
  readonly number: string;
  readonly contact: string;
  readonly language: Language;
};

/** Sends a link if the case number and the contact match; otherwise does nothing. The caller cannot tell which. */
export async function requestLink(ctx: Ctx, { number, contact, language }: RequestLink): Promise<void> {
  const consultationId = await choices.findConsultationId(ctx, number.trim().toUpperCase());
  const standing = consultationId === undefined ? undefined : await choices.findStanding(ctx, consultationId);
  if (standing === undefined) return;
  const [email, phone] = [normalizeEmail(contact.trim()), normalizePhone(contact)];
  const { contacts } = standing;
  const isEmail = contacts.email !== undefined && contacts.email === email;
  const isPhone = contacts.phone !== undefined && contacts.phone === phone;
  if (!isEmail && !isPhone) return;
  await renewLink(ctx, {
    consultationId: standing.id,
    language,
    isFor: (one) => (isEmail ? one.email !== undefined : one.phone !== undefined),
  });
}
