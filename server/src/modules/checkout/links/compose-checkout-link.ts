import { escapeHtml } from '#lib/text/html';
import { contactVersion, type Contacts } from '#lib/text/contacts';
import type { Tx } from '#context';
import { messagePurposes, type NewMessage } from '#modules/customers';

type CheckoutLink = {
  readonly consultationId: string;
  readonly contacts: Contacts;
  readonly url: string;
  readonly expiresAt: Date;
};

const thanks = 'Thank you for going through your claim with us. The consultation was free and stays free.';
const offer = 'If you want more help, this page shows what we offer and what it costs:';
const noNeed = 'You do not have to choose anything.';

/** Leads the owner to the page of their checkout, once by mail and once by text, as far as there is a contact. */
export function composeCheckoutLink(tx: Tx, { consultationId, contacts, url, expiresAt }: CheckoutLink): NewMessage[] {
  const { email, phone } = contacts;
  const day = expiresAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: tx.config.teamTimeZone });
  const open = `It is open until ${day}.`;
  const subject = { purpose: messagePurposes.checkoutLink, subjectId: consultationId } as const;
  // Of a text the number may turn out to be somebody else's; an address is never struck.
  const version = phone === undefined ? undefined : contactVersion(tx, { email: undefined, phone });
  return [
    ...(email === undefined
      ? []
      : [{ ...subject, content: { channel: 'email', to: email, ...mail(url, open) } } as const]),
    ...(phone === undefined
      ? []
      : [
          {
            ...subject,
            ...(version === undefined ? {} : { subjectVersion: version }),
            content: { channel: 'text', to: phone, text: textOf(url) },
          } as const,
        ]),
  ];
}

const mail = (url: string, open: string) => ({
  subject: 'Your options after the consultation',
  text: `Hi,\n\n${thanks}\n\n${offer}\n${url}\n\n${open} ${noNeed}\n`,
  html: [
    '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
    `<p>Hi,</p><p>${thanks}</p><p>${offer} <a href="${escapeHtml(url)}">your options</a></p>`,
    `<p>${open} ${noNeed}</p></body></html>`,
  ].join(''),
});

const textOf = (url: string): string =>
  `Makewhole: what we offer after our consultation, and what it costs: ${url} ${noNeed} Msg&data rates may apply. Reply STOP to opt out, HELP for help.`;
