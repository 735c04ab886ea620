import type { Tx } from '#context';
import type { Language } from '#lib/languages/language';
import { contactVersion, type Contacts } from '#lib/text/contacts';
import { composeContent, messagePurposes, messageTemplates, type NewMessage } from '#modules/customers';

type PageLinkFor = {
  readonly consultationId: string;
  /** The one contact that it goes to. */
  readonly contacts: Contacts;
  readonly language: Language;
};

/** One message with a new link to the customer's page, to one contact. */
export function composePageLink(tx: Tx, { consultationId, contacts, language }: PageLinkFor): NewMessage | undefined {
  const content = composeContent(tx, {
    consultationId,
    contacts,
    language,
    words: (chosen, url) => messageTemplates.pageLink[chosen].words({ url }),
  });
  if (content === undefined) return undefined;
  const subjectVersion = contactVersion(tx, contacts);
  return {
    purpose: messagePurposes.pageLink,
    subjectId: consultationId,
    ...(subjectVersion === undefined ? {} : { subjectVersion }),
    sandbox: contacts.test === true,
    content,
  };
}
