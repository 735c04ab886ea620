import type { Tx } from '#context';
import { escapeHtml } from '#lib/text/html';
import { type Contacts, contactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { messagePurposes, queueMessage, type NewMessage } from '#modules/customers';
import { checkoutUrl } from '../links/link-rules.ts';
import type { Hold } from '../hold-store.ts';
import { checkoutMetrics } from '../metrics.ts';
import type { Product } from '../rules.ts';
import { findCheckoutOf } from '../store.ts';
import { isWithheld } from '../view-rules.ts';
import { decryptToken } from '../links/decrypt-token.ts';

/**
 * The authorization ended before the hold was captured. We never place another by ourselves: the customer is told that
 * nothing was charged, and may place a new one. When the customer cannot be asked, the log and the metrics tell staff.
 */
export async function askForRenewal(tx: Tx, hold: Hold, skipped: RenewalSkipped | undefined): Promise<void> {
  const outcome = skipped ?? (await queueRenewal(tx, hold));
  tx.metrics.of(checkoutMetrics).renewals.inc({ outcome });
  if (outcome === 'asked' || outcome === 'nothing_owed') return;
  tx.log.warn({ hold: hold.id, outcome }, 'checkout.renewal-not-asked');
}

/**
 * Why a customer is not asked: nothing is owed, because the consultation is settled without a fee or representation
 * includes the product; or the hold may have been charged after all.
 */
type RenewalSkipped = 'nothing_owed' | 'uncertain';

type RenewalOutcome = 'asked' | 'over' | 'withheld' | 'no_contact';

async function queueRenewal(tx: Tx, hold: Hold): Promise<RenewalOutcome> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined || tx.clock.now() >= checkout.expiresAt) return 'over';
  if (isWithheld({ checkout, product: hold.product, config: tx.config }, tx.clock.now())) return 'withheld';
  const url = checkoutUrl(tx.config, decryptToken(tx, checkout), hold.product);
  const [current] = await listContacts(tx, [hold.consultationId]);
  // As they are now: those at delivery may have turned out to be somebody else's.
  const email = current?.contacts.email;
  const phone = email === undefined ? current?.contacts.phone : undefined;
  const content = renewalContent({ email, phone }, { url, product: hold.product });
  if (content === undefined) return 'no_contact';
  // An address is never struck.
  const version =
    phone === undefined ? undefined : contactVersion(tx, { ...current?.contacts, email: undefined, phone });
  const subject = { subjectId: hold.id, ...(version === undefined ? {} : { subjectVersion: version }) };
  queueMessage(tx, { purpose: messagePurposes.holdEnded, ...subject, content });
  return 'asked';
}

type Renewal = { readonly url: string; readonly product: Product };

function renewalContent({ email, phone }: Contacts, renewal: Renewal): NewMessage['content'] | undefined {
  if (email !== undefined) return { channel: 'email', to: email, ...renewalEmail(renewal) };
  return phone === undefined ? undefined : { channel: 'text', to: phone, text: renewalText(renewal) };
}

const endedText = 'The hold on your card has ended, as holds do after a few days. Nothing was charged.';
/** Representation was a hold once; who wants it now saves a card. */
const asked: Readonly<Record<Product, string>> = { research: 'place a new hold', representation: 'save your card' };
const renewalRequest = ({ product }: Renewal): string =>
  `If you still want our help with your claim, please ${asked[product]}:`;

const renewalEmail = (renewal: Renewal) => ({
  subject: 'The hold on your card has ended',
  text: `Hi,\n\n${endedText}\n\n${renewalRequest(renewal)}\n${renewal.url}\n\nIf not, you do not need to do anything.\n`,
  html: [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
    `<p>Hi,</p><p>${endedText}</p><p>${renewalRequest(renewal)} <a href="${escapeHtml(renewal.url)}">${asked[renewal.product]}</a></p>`,
    '<p>If not, you do not need to do anything.</p></body></html>',
  ].join(''),
});

const renewalText = ({ url, product }: Renewal): string =>
  `Makewhole: ${endedText} Still want our help? Please ${asked[product]}: ${url} Msg&data rates may apply. Reply STOP to opt out, HELP for help.`;
