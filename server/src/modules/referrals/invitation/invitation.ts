import type { Ctx, Tx } from '#context';
import { isDialable } from '#lib/calling/dialable';
import type { Language } from '#lib/languages/language';
import type { Contacts } from '#lib/text/contacts';
import { languageUrl } from '#lib/text/language-link';
import { pageUrl } from '#lib/text/page-link';
import { stopUrl } from '#lib/text/stop-link';
import { taggedToken } from '#lib/tokens/tagged-token';
import { recordConsent, recordWording } from '#modules/ledger';
import { composeConfirmed, getConsultation, listContacts, setLanguage } from '#modules/consultations';
import {
  listSuppressed,
  messagePurposes,
  messageTemplates,
  queueMessage,
  safeName,
  toText,
  unlinkedName,
  type MessageSubject,
  type NewMessage,
} from '#modules/customers';
import { getInstitution, type Program } from '#modules/partners';
import { transact } from '#platform/db';
import { expireReferrals } from '../lifecycle/expire-referrals.ts';
import { getLockedReferral } from '../lifecycle/get-locked-referral.ts';
import { activateReferral, moveReferral, requireMove } from '../lifecycle/referral-moves.ts';
import { contactsOf, statusAt } from '../rules.ts';
import type { ReferralStatus } from '../schemas.ts';
import {
  findByLink,
  findInvitation,
  findReferral,
  findTenant,
  lockByLink,
  updateAcceptance,
  updateInvitationEnd,
  type Referral,
  type StoredLink,
} from '../store.ts';
import { consentWords } from './consent-messages.ts';
import {
  hasNumber,
  invitationStateOf,
  invitationWords,
  isRepresentationOffered,
  linkVersion,
  type InvitationState,
} from './rules.ts';

type InvitationAnswer = {
  readonly token: string;
  readonly decision: 'accept' | 'decline';
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
};

/** Records the borrower's own answer; the same answer again changes nothing, the opposite one is refused. */
export async function answerInvitation(ctx: Ctx, answer: InvitationAnswer): Promise<InvitationState> {
  return transact(ctx, async (tx) => {
    // Found and locked by the link itself: a link replaced at this moment no longer matches.
    const referral = await lockByLink(tx.db, tx.vault.fingerprints(answer.token, 'token'));
    const state = invitationStateOf(referral, tx.clock.now());
    if (state !== 'asking' || referral === undefined) return state;
    recordAnswer(tx, referral, answer);
    if (answer.decision === 'decline') {
      moveReferral(tx, referral, { action: 'decline' });
      return 'declined';
    }
    const accepted = await activateReferral(tx, referral, { via: 'invitation', priority: false });
    const { consultationId } = accepted;
    if (consultationId !== null) setLanguage(tx, { consultationId, language: answer.language });
    updateAcceptance(tx.db, accepted, {
      at: tx.clock.now().toISOString(),
      ip: answer.address,
      user_agent: answer.userAgent.slice(0, userAgentLength),
    });
    if (consultationId !== null && hasNumber(accepted))
      queueMessage(tx, ...(await composeConfirmed(tx, { consultationId, contacts: contactsOf(accepted) })));
    return 'accepted';
  });
}

/** The email and the text have the same link, so with both contacts it is unknown which of them was reached. */
function recordAnswer(tx: Tx, referral: Referral, answer: InvitationAnswer): void {
  const { token, decision, language, address, userAgent } = answer;
  const contacts = contactsOf(referral);
  const via = contacts.phone === undefined ? 'email' : contacts.email === undefined ? 'text' : 'email_or_text';
  const entry = { contacts, subjectId: referral.id };
  const { version } = consentWords[language];
  const callable = contacts.phone !== undefined && isDialable(contacts.phone);
  const priced = { ...referral, representation: isRepresentationOffered(tx, referral) };
  const words = invitationWords(callable, priced, language);
  recordConsent(tx, {
    ...entry,
    kind: 'answered',
    details: {
      decision: decision === 'accept' ? 'yes' : 'no',
      via,
      token: tx.vault.fingerprint(token, 'token').toString('hex').slice(0, tokenLength),
      wording_version: version,
      wording_hash: recordWording(tx, { version, words, of: entry }).toString('hex'),
      claimed_address: address,
      claimed_browser: userAgent.slice(0, userAgentLength),
    },
  });
  if (decision === 'accept') recordConsent(tx, { ...entry, kind: 'proven', details: { by: via } });
}

/** Digits of a link's fingerprint in the ledger. */
const tokenLength = 16;

/** User agents are cut to this length; more is of no use. */
const userAgentLength = 500;

/**
 * The invitation, one message per contact; names cannot become links (D-143). The reader's language is not known yet,
 * so the email includes a Spanish sentence with a link to the Spanish page.
 */
export function composeInvitation(
  tx: Tx,
  referral: Referral,
  { token, link, institution }: Invitation & { readonly institution: string },
): NewMessage[] {
  const url = `${tx.config.publicBaseUrl}/i/${token}`;
  const { email, phone, first_name: firstName } = referral.borrower;
  const words = messageTemplates.invitation.en.words({
    name: safeName(firstName),
    sender: unlinkedName(institution),
    url,
    callable: hasNumber(referral),
  });
  const mail = { ...words.mail, language: 'en', links: [messageTemplates.inSpanish(url)] } as const;
  const text = toText(tx.config.team, { language: 'en', words: words.text, ending: 'first' });
  const to = (content: NewMessage['content']): NewMessage => ({
    purpose: messagePurposes.invitation,
    subjectId: referral.id,
    subjectVersion: linkVersion(link.hash),
    content,
    ...(referral.livemode ? {} : { sandbox: true, accountId: referral.institutionId }),
  });
  return [
    ...(email === null ? [] : [to({ channel: 'email', to: email, mail })]),
    ...(phone === null ? [] : [to({ channel: 'text', to: phone, text })]),
  ];
}

/** The borrower's own page. Its token is the borrower's credential: never logged, stored only hashed and encrypted. */
export type Invitation = { readonly token: string; readonly link: StoredLink };

export function createInvitation(tx: Tx, referralId: string): Invitation {
  const token = taggedToken(tx.config.cell, 32);
  return {
    token,
    link: {
      hash: tx.vault.fingerprint(token, 'token'),
      encrypted: tx.vault.encrypt(token, `referrals.referrals/${referralId}`),
    },
  };
}

type TestReferral = { readonly institutionId: string; readonly id: string };

/** Ends a test invitation's time; the sweep, for this one referral, does the rest. */
export async function expireNow(ctx: Ctx, { institutionId, id }: TestReferral): Promise<void> {
  const tenant = { institutionId, livemode: false };
  await transact(ctx, async (tx) => {
    requireMove(tx, await getLockedReferral(tx, tenant, id), 'expire');
    updateInvitationEnd(tx.db, institutionId, { id, now: tx.clock.now() });
  });
  await expireReferrals(ctx, 1, { ...tenant, id });
}

/** The institution that invited a borrower, who pays, and the result, for the borrower's own page. */
type ReferralStory = {
  readonly institution: string;
  readonly mode: Program['mode'];
  /** What the borrower pays for representation. */
  readonly priceCents: number;
  readonly askedAt: Date;
  readonly confirmedAt: Date | undefined;
  readonly status: ReferralStatus;
};

export async function findReferralStory(ctx: Ctx, id: string): Promise<ReferralStory | undefined> {
  const tenant = await findTenant(ctx.db, id);
  const referral = tenant && (await findReferral(ctx.db, tenant, id));
  if (referral === undefined) return undefined;
  const { name: institution } = await getInstitution(ctx, referral.institutionId);
  const { program, priceCents, createdAt, activatedAt, status } = referral;
  return {
    institution,
    mode: program.mode,
    priceCents,
    askedAt: createdAt,
    confirmedAt: activatedAt ?? undefined,
    status,
  };
}

/**
 * An invitation is sent only while its borrower is invited by the link in it and neither contact is on the
 * do-not-contact list: before activation, no case links the two contacts.
 */
export async function isInvitationOpen(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const invitation = await findInvitation(ctx.db, subjectId);
  if (invitation === undefined || statusAt(invitation, ctx.clock.now()) !== 'invited') return false;
  // Messages queued before links had versions have no version.
  if (subjectVersion !== undefined && subjectVersion !== linkVersion(invitation.linkHash)) return false;
  return !(await listSuppressed(ctx, [contactsOf(invitation)])).includes(true);
}

export type InvitationView = {
  readonly state: InvitationState;
  /** For an institution's test mode. */
  readonly test?: boolean;
  readonly institution?: string;
  /** Stops contact about the case or, before there is one, contact with the recipient of the invitation. */
  readonly stop?: string | undefined;
  /** Whether there is a number to call. */
  readonly callable?: boolean;
  /** The data for who pays after the free consultation. */
  readonly priced?: Pick<Referral, 'priceCents' | 'program'> & { readonly representation: boolean };
  /** Whether the yes was pressed on this page; otherwise the lender or the team made the case. */
  readonly answered?: boolean;
  /** The consultation was given, or the case is closed: no call will come. */
  readonly over?: 'delivered' | 'closed' | undefined;
  /** The customer's own page. */
  readonly pageUrl?: string | undefined;
  /** The language that the customer chose earlier, and where a choice is stored. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string };
};

type Found = { readonly id: string; readonly contacts: Contacts };

/** The question or state that a link's page shows; viewing changes nothing. */
export async function viewInvitation(ctx: Ctx, token: string): Promise<InvitationView> {
  const referral = await findByLink(ctx.db, ctx.vault.fingerprints(token, 'token'));
  const state = invitationStateOf(referral, ctx.clock.now());
  return referral === undefined ? { state } : { ...(await viewFound(ctx, referral, state)), test: !referral.livemode };
}

async function viewFound(ctx: Ctx, referral: Referral, state: InvitationState): Promise<InvitationView> {
  const callable = hasNumber(referral);
  const { priceCents, program } = referral;
  const priced = { priceCents, program, representation: isRepresentationOffered(ctx, referral) };
  if (state === 'asking') {
    const { name } = await getInstitution(ctx, referral.institutionId);
    return { state, institution: name, callable, priced, stop: stopOfContact(ctx, referral) };
  }
  const { consultationId } = referral;
  if (consultationId === null) return { state };
  const [[found], { calls, closed_at: closedAt, delivered_at: deliveredAt }] = await Promise.all([
    listContacts(ctx, [consultationId]),
    getConsultation(ctx, consultationId),
  ]);
  const chosen = { language: found?.language, languageUrl: languageUrl(ctx, consultationId) };
  if (state === 'accepted' && found?.hasStopped === true)
    return {
      chosen,
      state: calls.some(({ outcome }) => outcome === 'declined' || outcome === 'not_requested') ? 'refused' : 'stopped',
    };
  // The same link was emailed and texted, so it is unknown which contact opened it: it stops the case.
  const over = closedAt !== null ? 'closed' : deliveredAt !== null ? 'delivered' : undefined;
  const answered = referral.via === 'invitation';
  return {
    state,
    callable,
    priced,
    answered,
    over,
    stop: stopUrl(ctx, { consultationId }),
    pageUrl: found && findPageUrl(ctx, referral, found),
    chosen,
  };
}

/**
 * The link was emailed and texted, so it leads to the customer's page only while the case has every contact that it was
 * sent to: a removed number may be another person's.
 */
function findPageUrl(ctx: Ctx, { borrower }: Referral, found: Found): string | undefined {
  const { email, phone } = found.contacts;
  const isSame = (borrower.email ?? undefined) === email && (borrower.phone ?? undefined) === phone;
  return isSame ? pageUrl(ctx, { consultationId: found.id, contacts: found.contacts }) : undefined;
}

/** With two contacts it is unknown which of them opened the link; a no ends the invitation. */
function stopOfContact(ctx: Ctx, { livemode, borrower: { email, phone } }: Referral): string | undefined {
  if (!livemode || (email !== null && phone !== null)) return undefined;
  return stopUrl(ctx, { contacts: { email: email ?? undefined, phone: phone ?? undefined } });
}
