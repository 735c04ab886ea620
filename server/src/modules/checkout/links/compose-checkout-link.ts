import type { Tx } from '#context';
import { formatDay } from '#lib/languages/formats';
import type { Language } from '#lib/languages/language';
import { contactVersion, type Contacts } from '#lib/text/contacts';
import { composeContent, messagePurposes, messageTemplates, type NewMessage } from '#modules/customers';

type CheckoutLink = {
  readonly consultationId: string;
  readonly contacts: Contacts;
  readonly language: Language | undefined;
  readonly url: string;
  readonly expiresAt: Date;
};

/** Leads the customer to the page of their checkout, once by mail and once by text, as far as there is a contact. */
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
    // Of a text the number may turn out to be somebody else's; an address is never struck.
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
