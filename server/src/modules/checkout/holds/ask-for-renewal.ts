import type { Tx } from '#context';
import { escapeHtml } from '#lib/text/html';
import { type Contacts, contactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { messagePurposes, queueMessage, type NewMessage } from '#modules/customers';
import { checkoutUrl } from '../links/link-rules.ts';
import type { Hold } from '../hold-store.ts';
import { checkoutMetrics } from '../metrics.ts';
import { findCheckoutOf } from '../store.ts';
import { decryptToken } from '../links/decrypt-token.ts';
import { decryptContacts } from '../links/decrypt-contacts.ts';

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

type RenewalOutcome = 'asked' | 'over' | 'no_contact';

async function queueRenewal(tx: Tx, hold: Hold): Promise<RenewalOutcome> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined || tx.clock.now() >= checkout.expiresAt) return 'over';
  const url = checkoutUrl(tx.config, decryptToken(tx, checkout), hold.product);
  const [current] = await listContacts(tx, [hold.consultationId]);
  // The number as it is now: the one at delivery may have turned out to be somebody else's.
  const email = current?.contacts.email ?? decryptContacts(tx, checkout).email;
  const phone = email === undefined ? current?.contacts.phone : undefined;
  const content = renewalContent({ email, phone }, url);
  if (content === undefined) return 'no_contact';
  // An address is never struck.
  const version =
    phone === undefined ? undefined : contactVersion(tx, { ...current?.contacts, email: undefined, phone });
  const subject = { subjectId: hold.id, ...(version === undefined ? {} : { subjectVersion: version }) };
  queueMessage(tx, { purpose: messagePurposes.holdEnded, ...subject, content });
  return 'asked';
}

function renewalContent({ email, phone }: Contacts, url: string): NewMessage['content'] | undefined {
  if (email !== undefined) return { channel: 'email', to: email, ...renewalEmail(url) };
  return phone === undefined ? undefined : { channel: 'text', to: phone, text: renewalText(url) };
}

const endedText = 'The hold on your card has ended, as holds do after a few days. Nothing was charged.';
const renewalRequest = 'If you still want our help with your claim, please place a new hold:';

const renewalEmail = (url: string) => ({
  subject: 'The hold on your card has ended',
  text: `Hi,\n\n${endedText}\n\n${renewalRequest}\n${url}\n\nIf not, you do not need to do anything.\n`,
  html: [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
    `<p>Hi,</p><p>${endedText}</p><p>${renewalRequest} <a href="${escapeHtml(url)}">place a new hold</a></p>`,
    '<p>If not, you do not need to do anything.</p></body></html>',
  ].join(''),
});

const renewalText = (url: string): string =>
  `Makewhole: ${endedText} Still want our help? Place a new hold: ${url} Msg&data rates may apply. Reply STOP to opt out, HELP for help.`;
