import type { Tx } from '#context';
import { escapeHtml } from '#lib/text/html';
import { type Contacts, contactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { messagePurposes, queueMessage, type NewMessage } from '#modules/customers';
import { authenticationRequired } from '../card-rules.ts';
import type { Hold } from '../hold-store.ts';
import { checkoutUrl } from '../links/link-rules.ts';
import { decryptToken } from '../links/decrypt-token.ts';
import { findCheckoutOf } from '../store.ts';

/** The charge failed: its owner is told that nothing was charged, and where the card is confirmed or changed. */
export async function askForCard(tx: Tx, hold: Hold, failure: string | undefined): Promise<void> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined) return;
  const url = checkoutUrl(tx.config, decryptToken(tx, checkout), hold.product);
  const [current] = await listContacts(tx, [hold.consultationId]);
  const email = current?.contacts.email;
  const phone = email === undefined ? current?.contacts.phone : undefined;
  const content = contentFor(
    { email, phone },
    { url, why: failure === authenticationRequired ? confirmWords : declinedWords },
  );
  if (content === undefined) return tx.log.warn({ hold: hold.id }, 'checkout.card-not-asked');
  // An address is never struck.
  const version =
    phone === undefined ? undefined : contactVersion(tx, { ...current?.contacts, email: undefined, phone });
  const subject = { subjectId: hold.id, ...(version === undefined ? {} : { subjectVersion: version }) };
  queueMessage(tx, { purpose: messagePurposes.chargeFailed, ...subject, content });
}

const confirmWords = 'Your bank wants you to confirm your card before it pays our fee. Nothing was charged.';
const declinedWords = 'Your bank did not accept the charge of our fee to your card. Nothing was charged.';
const request = 'Please confirm your card or enter another one:';

type Words = { readonly url: string; readonly why: string };

function contentFor({ email, phone }: Contacts, { url, why }: Words): NewMessage['content'] | undefined {
  if (email !== undefined) {
    return {
      channel: 'email',
      to: email,
      subject: 'Your card was not charged',
      text: `Hi,\n\n${why}\n\n${request}\n${url}\n\nQuestions? Ask the person who works on your case.\n`,
      html: [
        '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
        `<p>Hi,</p><p>${why}</p><p>${request} <a href="${escapeHtml(url)}">confirm or change your card</a></p>`,
        '<p>Questions? Ask the person who works on your case.</p></body></html>',
      ].join(''),
    };
  }
  const text = `Makewhole: ${why} ${request} ${url} Msg&data rates may apply. Reply STOP to opt out, HELP for help.`;
  return phone === undefined ? undefined : { channel: 'text', to: phone, text };
}
