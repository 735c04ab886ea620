import type { Tx } from '#context';
import { escapeHtml } from '#lib/html';
import { queueMessage, type NewMessage } from '#modules/customers';
import { checkoutUrl, openContacts, openToken } from './checkout-link.ts';
import type { Hold } from './hold-store.ts';
import { findCheckoutOf } from './store.ts';

export const renewalPurpose = 'checkout.hold-ended';

/**
 * The bank let go of a hold before it was captured. We do not place another by ourselves: the customer is told that
 * nothing was charged, and asked to place a new one if the service is still wanted.
 */
export async function askForRenewal(tx: Tx, hold: Hold): Promise<void> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined || tx.clock.now() >= checkout.expiresAt) return;
  const url = checkoutUrl(tx.config, openToken(tx, checkout), hold.product);
  const { email, phone } = openContacts(tx, checkout);
  const contents: NewMessage['content'][] = [];
  if (email !== undefined) contents.push({ channel: 'email', to: email, ...renewalEmail(url) });
  else if (phone !== undefined) contents.push({ channel: 'text', to: phone, text: renewalText(url) });
  queueMessage(tx, ...contents.map((content) => ({ purpose: renewalPurpose, subjectId: hold.id, content })));
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
