import type { Tx } from '#context';
import { escapeHtml } from '#lib/html';
import { queueMessage, type Contacts, type NewMessage } from '#modules/customers';
import { checkoutUrl, openContacts, openToken } from './checkout-link.ts';
import type { Hold } from './hold-store.ts';
import { findCheckoutOf } from './store.ts';

/**
 * The bank let go of a hold before it was captured. We do not place another by ourselves: the customer is told that
 * nothing was charged, and asked to place a new one if the service is still wanted. Where nobody can be asked, staff have
 * to find another way, and are told so.
 */
export async function askForRenewal(tx: Tx, hold: Hold, inVain: InVain | undefined): Promise<void> {
  const outcome = inVain ?? (await queueRenewal(tx, hold));
  tx.metrics.cards.renewals.inc({ outcome });
  if (outcome === 'asked' || outcome === 'nothing_owed') return;
  tx.log.warn({ hold: hold.id, outcome }, 'checkout.renewal-not-asked');
}

/** Why a customer is not to be asked: the case is settled and cost nothing, or the hold may have been charged after all. */
export type InVain = 'nothing_owed' | 'uncertain';

type Asked = 'asked' | 'over' | 'no_contact';

async function queueRenewal(tx: Tx, hold: Hold): Promise<Asked> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined || tx.clock.now() >= checkout.expiresAt) return 'over';
  const url = checkoutUrl(tx.config, openToken(tx, checkout), hold.product);
  const content = renewalContent(openContacts(tx, checkout), url);
  if (content === undefined) return 'no_contact';
  queueMessage(tx, { purpose: 'checkout.hold-ended', subjectId: hold.id, content });
  return 'asked';
}

function renewalContent({ email, phone }: Contacts, url: string): NewMessage['content'] | undefined {
  if (email !== undefined) return { channel: 'email', to: email, ...renewalEmail(url) };
  return phone === undefined ? undefined : { channel: 'text', to: phone, text: renewalText(url) };
}

const told = 'The hold on your card has ended, as holds do after some days. Nothing was charged.';
const asked = 'If you still want our help with your claim, please place a new hold:';

const renewalEmail = (url: string) => ({
  subject: 'The hold on your card has ended',
  text: `Hi,\n\n${told}\n\n${asked}\n${url}\n\nIf not, you need not do anything.\n`,
  html: [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
    `<p>Hi,</p><p>${told}</p><p>${asked} <a href="${escapeHtml(url)}">place a new hold</a></p>`,
    '<p>If not, you need not do anything.</p></body></html>',
  ].join(''),
});

const renewalText = (url: string): string =>
  `Makewhole: ${told} Still want our help? Place a new hold: ${url} Msg&data rates may apply. Reply STOP to opt out, HELP for help.`;
