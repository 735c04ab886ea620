import type { Ctx, Tx } from '#context';
import { formatDay } from '#lib/languages/formats';
import type { Language } from '#lib/languages/language';
import { contactVersion, hasContactVersion, type Contacts } from '#lib/text/contacts';
import { addDays, addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { listContacts } from '#modules/consultations';
import {
  composeContent,
  hasDiscount,
  messagePurposes,
  messageTemplates,
  type MessageSubject,
  type NewMessage,
} from '#modules/customers';
import type { Db } from '#platform/db';
import { linkNotSent } from '../errors.ts';
import { listHoldsOf, type Hold } from '../hold-store.ts';
import { listPaidProducts } from '../payment-store.ts';
import { checkoutDays, linkSends, type Product } from '../rules.ts';
import {
  findCheckoutOf,
  insertCheckout,
  lockCheckoutOf,
  updateClaimState,
  updateEnded,
  updateLinkSent,
  type Checkout,
} from '../store.ts';
import { findEndedView } from '../view-rules.ts';
import {
  checkoutAad,
  checkoutUrl,
  isOpen,
  noCheckoutLinks,
  optionsUrl,
  type CheckoutLinks,
  type Vaulted,
} from './link-rules.ts';

type CheckoutLink = {
  readonly consultationId: string;
  readonly contacts: Contacts;
  readonly language: Language | undefined;
  readonly url: string;
  readonly expiresAt: Date;
};

/** Sends the customer to the page of their checkout, once by email and once by text, as far as there is a contact. */
export function composeCheckoutLink(tx: Tx, link: CheckoutLink): NewMessage[] {
  const { consultationId, contacts, language, url, expiresAt } = link;
  const to = (one: Contacts): NewMessage[] => {
    const content = composeContent(tx, {
      consultationId,
      contacts: one,
      language,
      url,
      leadsBack: true,
      words: (read, leadsTo) =>
        messageTemplates.options[read].words({
          url: leadsTo,
          until: formatDay(expiresAt, { language: read, timeZone: tx.config.teamTimeZone }),
        }),
    });
    if (content === undefined) return [];
    // A text's number may turn out to be wrong; addresses are never removed as wrong.
    const version = content.channel === 'text' ? contactVersion(tx, one) : undefined;
    return [
      {
        purpose: messagePurposes.checkoutLink,
        sandbox: contacts.test === true,
        subjectId: consultationId,
        ...(version === undefined ? {} : { subjectVersion: version }),
        content,
      },
    ];
  };
  const { email, phone } = contacts;
  return [...to({ ...contacts, email, phone: undefined }), ...to({ ...contacts, email: undefined, phone })];
}

/** Counts one more message with the link of a locked checkout; refused when there were too many or a very recent one. */
export function countLinkSend(tx: Tx, { id, linkSentAt }: Checkout): void {
  const now = tx.clock.now();
  const last = linkSentAt.at(-1);
  if (linkSentAt.length >= linkSends.max) throw linkNotSent('The link was sent as often as it may be.');
  if (last !== undefined && now < addSeconds(last, linkSends.pauseS))
    throw linkNotSent('The link was sent a few minutes ago.');
  updateLinkSent(tx.db, id, now);
}

/** For a borrower: the price left after the institution's part. */
export type BorrowerPrice = { readonly representationCents: number; readonly researchOffered: boolean };

type NewCheckout = {
  readonly consultationId: string;
  /** Identify the customer whose discount it is. */
  readonly contacts: Contacts;
  /** Whether the receipt promised the agent's discount. */
  readonly discountApplied: boolean;
  /** The two-letter state of the claim. */
  readonly state?: string | undefined;
  readonly borrower?: BorrowerPrice | undefined;
  /** Whether its link is sent immediately. */
  readonly linkSent: boolean;
  /** For a sandbox case, which has test cards in any environment. */
  readonly test: boolean;
};

/** Creates the checkout of a delivered consultation, valid for thirty days; a consultation has one at most. */
export function createCheckout(tx: Tx, checkout: NewCheckout): { readonly token: string; readonly expiresAt: Date } {
  const { consultationId, contacts, discountApplied, state, borrower, linkSent, test } = checkout;
  const now = tx.clock.now();
  const id = newId('chk', now);
  const token = taggedToken(tx.config.cell, 32);
  const expiresAt = addDays(now, checkoutDays);
  insertCheckout(tx.db, {
    id,
    consultation_id: consultationId,
    ...encryptToken(tx, id, token),
    encrypted_contacts: encryptContacts(tx, id, contacts),
    discount_promised: discountApplied,
    created_at: now,
    expires_at: expiresAt,
    claim_state: state ?? null,
    payer: borrower === undefined ? 'owner' : 'borrower',
    research_offered: borrower?.researchOffered ?? true,
    representation_cents: borrower?.representationCents ?? null,
    link_sent_at: linkSent ? [now] : [],
    test,
  });
  return { token, expiresAt };
}

export function decryptContacts(
  { vault }: Vaulted,
  { id, encryptedContacts, test }: Checkout,
): Contacts & { readonly test: boolean } {
  const { email, phone } = JSON.parse(
    vault.decrypt(encryptedContacts, checkoutAad(id, 'contacts')),
  ) as Partial<Contacts>;
  return { email, phone, test };
}

export const decryptToken = ({ vault }: Vaulted, { id, encryptedToken }: Checkout): string =>
  vault.decrypt(encryptedToken, checkoutAad(id, 'token'));

const encryptContacts = ({ vault }: Vaulted, checkoutId: string, { email, phone }: Contacts): Buffer =>
  vault.encrypt(JSON.stringify({ email, phone }), checkoutAad(checkoutId, 'contacts'));

const encryptToken = ({ vault }: Vaulted, checkoutId: string, token: string) => ({
  token_hash: vault.fingerprint(token, 'token'),
  encrypted_token: vault.encrypt(token, checkoutAad(checkoutId, 'token')),
});

/** The cases of these checkouts are closed, so nothing new can be accepted. */
export function endCheckouts(tx: Tx, consultationIds: readonly string[]): void {
  if (consultationIds.length > 0) updateEnded(tx.db, consultationIds, tx.clock.now());
}

/** Accepts a Ctx or a Tx. */
type LinkContext = Pick<Ctx, 'config' | 'clock' | 'vault' | 'cards'> & { readonly db: Db };

/**
 * The links of the receipt (D-037): none without a provider, before delivery or after thirty days; none for pre-authorized or paid
 * products, none at all after representation, and none for products not offered in the state of the claim.
 */
export async function findCheckoutLinks(ctx: LinkContext, consultationId: string): Promise<CheckoutLinks> {
  const checkout = await findCheckoutOf(ctx.db, consultationId);
  if (checkout === undefined) return noCheckoutLinks;
  const discountUsed = checkout.discountUsedAt !== undefined;
  if (!isOpen(ctx, checkout) || ctx.clock.now() >= checkout.expiresAt) return { ...noCheckoutLinks, discountUsed };
  const [holds, paid] = await Promise.all([listHoldsOf(ctx.db, checkout.id), listPaidProducts(ctx.db, consultationId)]);
  const token = decryptToken(ctx, checkout);
  const url = (product: Product) =>
    findEndedView({ checkout, holds, paid, product, config: ctx.config }, ctx.clock.now()) === undefined
      ? checkoutUrl(ctx.config, token, product)
      : null;
  const [researchUrl, representationUrl] = [url('research'), url('representation')];
  const isOffering = researchUrl !== null || representationUrl !== null;
  return {
    optionsUrl: isOffering ? optionsUrl(ctx.config, token) : null,
    researchUrl,
    representationUrl,
    discountUsed,
  };
}

/**
 * The link is sent while its checkout is valid and still offers something, the case is open and its owner has not
 * stopped contact; by text only while the number is theirs.
 */
export async function isCheckoutLinkWanted(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const [links, ofCase] = await Promise.all([findCheckoutLinks(ctx, subjectId), listContacts(ctx, [subjectId])]);
  if (links.researchUrl === null && links.representationUrl === null) return false;
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return ofCase.some(({ isOpen, hasStopped, contacts }) => isOpen && !hasStopped && isCurrent(contacts));
}

/** Whether the discounted price of representation applies: the discount was used at this checkout, or can still be used. */
export const isDiscountAvailable = async (
  ctx: Pick<Ctx, 'vault'> & { readonly db: Db },
  checkout: Checkout,
): Promise<boolean> =>
  checkout.discountUsedAt !== undefined ||
  (checkout.discountPromised &&
    (await hasDiscount(ctx, { consultationId: checkout.consultationId, contacts: decryptContacts(ctx, checkout) })));

/** Whether opening the checkout link of a hold would still offer its product. */
export async function isOfferedAgain(ctx: Ctx, hold: Hold | undefined): Promise<boolean> {
  if (hold === undefined || !isOpen(ctx, hold)) return false;
  const { consultationId, checkoutId, product } = hold;
  const [checkout, holds, paid] = await Promise.all([
    findCheckoutOf(ctx.db, consultationId),
    listHoldsOf(ctx.db, checkoutId),
    listPaidProducts(ctx.db, consultationId),
  ]);
  if (checkout === undefined) return false;
  return findEndedView({ checkout, holds, paid, product, config: ctx.config }, ctx.clock.now()) === undefined;
}

/**
 * Locks the checkout of a case whose facts change, which comes before everything else of it (0024), and returns the
 * function that updates it for the state of the claim, which decides what may be offered.
 */
export async function lockClaimState(tx: Tx, consultationId: string): Promise<(state: string | undefined) => void> {
  const checkout = await lockCheckoutOf(tx.db, consultationId);
  return (state) => {
    if (checkout !== undefined && checkout.state !== state) updateClaimState(tx.db, checkout.id, state);
  };
}

/** Locks the checkout that another message links to, and returns the function that counts or refuses it. */
export async function lockLinkSend(tx: Tx, consultationId: string): Promise<() => void> {
  const checkout = await lockCheckoutOf(tx.db, consultationId);
  return () => checkout && countLinkSend(tx, checkout);
}
