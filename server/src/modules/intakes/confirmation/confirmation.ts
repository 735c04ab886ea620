import type { Ctx, Tx } from '#context';
import type { Language } from '#lib/languages/language';
import type { Contacts } from '#lib/text/contacts';
import { languageUrl } from '#lib/text/language-link';
import { pageUrl } from '#lib/text/page-link';
import { stopUrl } from '#lib/text/stop-link';
import { taggedToken } from '#lib/tokens/tagged-token';
import { getConsultation, listContacts } from '#modules/consultations';
import {
  listSuppressed,
  messagePurposes,
  messageTemplates,
  safeName,
  toText,
  type MessageSubject,
  type NewMessage,
} from '#modules/customers';
import type { Vault } from '#platform/crypto';
import { moveIntakes } from '../lifecycle/lifecycle.ts';
import { findIntakeByLink, insertLink, type IntakeByLink } from '../link-store.ts';
import { findProof, linkWorks } from '../rules.ts';
import { findIntake, type Intake, type LinkVia } from '../store.ts';
import { confirmUrl, decideLinkState, hasNumber, linkAad, mayTakeBack, type LinkState } from './rules.ts';

/** Creates the link for one message to one contact. */
export type LinkFor = (via: 'email' | 'text', contact: string) => string;

/**
 * The first messages to the customer, one per contact, each with its own link; typed names cannot become links
 * (D-143). The customer's language is still unknown, so the email has a link to the Spanish page.
 */
export function composeWelcome(tx: Tx, intake: Intake, linkFor: LinkFor): NewMessage[] {
  const { agent, customer } = intake.request;
  const sender = safeName(agent.name) ?? safeName(agent.platform);
  const name = customer.first_name === undefined ? undefined : safeName(customer.first_name);
  const wordsFor = (url: string) =>
    messageTemplates.welcome.en.words({ name, sender, url, callable: hasNumber(intake) });
  const to = (content: NewMessage['content']): NewMessage => ({
    purpose: messagePurposes.welcome,
    subjectId: intake.id,
    sandbox: intake.test,
    content,
  });
  const messages: NewMessage[] = [];
  if (intake.email !== undefined) {
    const url = linkFor('email', intake.email);
    const mail = { ...wordsFor(url).mail, language: 'en', links: [messageTemplates.inSpanish(url)] } as const;
    messages.push(to({ channel: 'email', to: intake.email, mail }));
  }
  if (intake.phone !== undefined) {
    const { text } = wordsFor(linkFor('text', intake.phone));
    messages.push(
      to({
        channel: 'text',
        to: intake.phone,
        text: toText(tx.config.team, { language: 'en', words: text, ending: 'first' }),
      }),
    );
  }
  return messages;
}

export const decryptLink = ({ vault }: { vault: Vault }, intakeId: string, encrypted: Buffer): string =>
  vault.decrypt(encrypted, linkAad(intakeId));

export const encryptLink = ({ vault }: { vault: Vault }, intakeId: string, token: string) => ({
  hash: vault.fingerprint(token, 'token'),
  encrypted: vault.encrypt(token, linkAad(intakeId)),
});

/**
 * Whether the customer stopped contact: a contact of the intake is on the do-not-contact list, or its consultation is
 * out of contact. Not used for a relayed link, which others may have. Sandbox contacts are never listed.
 */
export async function isLinkStopped(
  ctx: Ctx | Tx,
  { via, intake: { email, phone, test, consultationId } }: Pick<IntakeByLink, 'via' | 'intake'>,
): Promise<boolean> {
  if (via === 'relayed') return false;
  const [[listed], [consultation]] = await Promise.all([
    listSuppressed(ctx, [{ email, phone, test }]),
    listContacts(ctx, consultationId === undefined ? [] : [consultationId]),
  ]);
  return listed === true || consultation?.hasStopped === true;
}

/**
 * A welcome asks for an answer, so it is sent only while the customer has not answered. A relayed yes is not their
 * own answer: without the message they might never learn of it.
 */
export async function isWelcomeWanted(ctx: Ctx, { subjectId }: MessageSubject): Promise<boolean> {
  const stored = await findIntake(ctx.db, subjectId, ctx.clock.now());
  if (stored === undefined) return false;
  const { status } = stored.intake;
  return linkWorks(status) || (status === 'customer_confirmed' && findProof(stored.intake) === undefined);
}

type NewLink = { readonly intakeId: string; readonly via: 'email' | 'text'; readonly contact: string };

/** The address of the customer's page for a single message: opening it with this token proves that the message was received. */
export function issueLink(tx: Tx, { intakeId, via, contact }: NewLink): string {
  const token = taggedToken(tx.config.cell, 32);
  const hash = tx.vault.fingerprint(token, 'token');
  insertLink(tx.db, { hash, intake_id: intakeId, via, contact, created_at: tx.clock.now() });
  return confirmUrl(tx.config, token);
}

/** Records that the first welcome of these intakes was sent; a second one, or a later status, changes nothing. */
export async function recordWelcomeSent(tx: Tx, intakeIds: readonly string[]): Promise<void> {
  await moveIntakes(tx, intakeIds, 'welcome_accepted');
}

export type NextStep = 'call' | 'no number' | 'delivered' | 'closed';

export type LinkView = {
  readonly state: LinkState;
  readonly intake: Intake | undefined;
  readonly via: LinkVia;
  /** Whether "no" is still possible: until a yes is proven or the consultation has started. */
  readonly mayDecline: boolean;
  /** The next step after a yes: a call, with or without a number, or nothing since the consultation is over. */
  readonly next: NextStep;
  /** Ends all contact by the address or number that this link was sent to; a relayed link was sent to neither. */
  readonly stopUrl?: string | undefined;
  /** The customer's own page, for the contact that this link was sent to; never for a relayed link. */
  readonly pageUrl?: string | undefined;
  /** The customer's earlier language choice, and where a choice is stored. */
  readonly chosen?: { readonly language: Language | undefined; readonly languageUrl: string } | undefined;
};

/** Matches every link ever issued, so other text needs no query. */
const tokenPattern = /^[0-9A-Za-z]{32}$/;

/** The intake behind a link and its state; viewing changes nothing. */
export async function viewLink(ctx: Ctx, token: string): Promise<LinkView> {
  const isLink = tokenPattern.test(token);
  const found = isLink
    ? await findIntakeByLink(ctx.db, ctx.vault.fingerprints(token, 'token'), ctx.clock.now())
    : undefined;
  const state = decideLinkState(found && { ...found, hasStopped: await isLinkStopped(ctx, found) });
  const mayDecline = state === 'asking' || (state === 'again' && found !== undefined && mayTakeBack(found.intake));
  return {
    state,
    intake: found?.intake,
    via: found?.via ?? 'relayed',
    mayDecline,
    next: found === undefined ? 'no number' : await findNextStep(ctx, found.intake),
    ...(found && (await findOwn(ctx, found, state))),
  };
}

/** States in which a sent link leads to the customer's page: contact about the case was not refused, and the contact is its own. */
const leading: readonly LinkState[] = ['confirmed', 'again', 'expired'];

/** Data that only a sent link shows: the stop link of its contact, its own page, and its language. */
async function findOwn(ctx: Ctx, link: IntakeByLink, state: LinkState) {
  const contacts = contactOf(link);
  if (contacts === undefined) return {};
  const { consultationId } = link.intake;
  const [known] = consultationId === undefined ? [] : await listContacts(ctx, [consultationId]);
  return {
    stopUrl: stopUrl(ctx, link.intake.test && consultationId !== undefined ? { consultationId } : { contacts }),
    chosen:
      consultationId === undefined
        ? undefined
        : { language: known?.language, languageUrl: languageUrl(ctx, consultationId) },
    pageUrl:
      consultationId !== undefined && leading.includes(state) ? pageUrl(ctx, { consultationId, contacts }) : undefined,
  };
}

async function findNextStep(ctx: Ctx, intake: Intake): Promise<NextStep> {
  const { consultationId: id } = intake;
  const consultation = id === undefined ? undefined : await getConsultation(ctx, id);
  if ((consultation?.closed_at ?? null) !== null) return 'closed';
  if ((consultation?.delivered_at ?? null) !== null) return 'delivered';
  const [known] = id === undefined ? [] : await listContacts(ctx, [id]);
  return hasNumber(intake) && known?.stoppedChannels.includes('call') !== true ? 'call' : 'no number';
}

/** The contact that the link was sent to, whatever the intake has now; undefined for a relayed link. */
function contactOf({ via, contact, intake: { test } }: IntakeByLink): Contacts | undefined {
  if (via === 'relayed' || contact === undefined) return undefined;
  return { email: undefined, phone: undefined, test, [via === 'email' ? 'email' : 'phone']: contact };
}
