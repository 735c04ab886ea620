import type { Tx } from '#context';
import { centsToText } from '#lib/numbers/money';
import { escapeHtml } from '#lib/text/html';
import { type Contacts, contactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { messagePurposes, queueMessage, type NewMessage } from '#modules/customers';
import type { Hold } from '../hold-store.ts';
import { decryptContacts } from '../links/decrypt-contacts.ts';
import { decryptToken } from '../links/decrypt-token.ts';
import { checkoutUrl } from '../links/link-rules.ts';
import { titles } from '../rules.ts';
import { findCheckoutOf } from '../store.ts';

/** The saved card was charged while its owner was not there: they are told what for, and where the receipt is. */
export async function sendReceipt(tx: Tx, hold: Hold, chargedCents: number): Promise<void> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined) return;
  const url = checkoutUrl(tx.config, decryptToken(tx, checkout), hold.product);
  const [current] = await listContacts(tx, [hold.consultationId]);
  const email = current?.contacts.email ?? decryptContacts(tx, checkout).email;
  const phone = email === undefined ? current?.contacts.phone : undefined;
  const words = `We charged $${centsToText(chargedCents)} to your saved card, for ${titles[hold.product]}.`;
  const content = contentFor({ email, phone }, { url, words });
  if (content === undefined) return tx.log.warn({ hold: hold.id }, 'checkout.receipt-not-sent');
  // An address is never struck.
  const version =
    phone === undefined ? undefined : contactVersion(tx, { ...current?.contacts, email: undefined, phone });
  const subject = { subjectId: hold.id, ...(version === undefined ? {} : { subjectVersion: version }) };
  queueMessage(tx, { purpose: messagePurposes.receipt, ...subject, content });
}

type Words = { readonly url: string; readonly words: string };

function contentFor({ email, phone }: Contacts, { url, words }: Words): NewMessage['content'] | undefined {
  if (email !== undefined) {
    return {
      channel: 'email',
      to: email,
      subject: 'Your receipt',
      text: `Hi,\n\n${words} We charge this card no more.\n\nYour receipt:\n${url}\n\nQuestions? Ask the person who works on your case.\n`,
      html: [
        '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
        `<p>Hi,</p><p>${escapeHtml(words)} We charge this card no more.</p>`,
        `<p><a href="${escapeHtml(url)}">Your receipt</a></p>`,
        '<p>Questions? Ask the person who works on your case.</p></body></html>',
      ].join(''),
    };
  }
  const text = `Makewhole: ${words} Your receipt: ${url} Msg&data rates may apply. Reply STOP to opt out, HELP for help.`;
  return phone === undefined ? undefined : { channel: 'text', to: phone, text };
}
