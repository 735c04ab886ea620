import type { Tx } from '#context';
import { type Contacts, contactVersion } from '#lib/text/contacts';
import { formatPhone } from '#lib/text/phone';
import { composeContent, messagePurposes, messageTemplates, type NewMessage } from '#modules/customers';
import { listContacts } from '../contacts/list-contacts.ts';

type Confirmed = {
  readonly consultationId: string;
  /** Whoever said yes; the address is written to, or else the number. */
  readonly contacts: Contacts;
};

/** After the customer's yes: who calls, and from which number. For those who can be called. */
export async function composeConfirmed(tx: Tx, { consultationId, contacts }: Confirmed): Promise<NewMessage[]> {
  const [current] = await listContacts(tx, [consultationId]);
  const test = current?.contacts.test === true;
  const content = composeContent(tx, {
    consultationId,
    contacts: { ...contacts, test },
    language: current?.language,
    words: (language, url) =>
      messageTemplates.confirmed[language].words({ url, callerId: formatPhone(tx.config.team.callerId) }),
  });
  if (content === undefined) return [];
  const to = content.channel === 'text' ? { ...contacts, email: undefined } : { ...contacts, phone: undefined };
  const version = contactVersion(tx, { ...to, test });
  return [
    {
      purpose: messagePurposes.confirmed,
      subjectId: consultationId,
      ...(version === undefined ? {} : { subjectVersion: version }),
      content,
      sandbox: test,
    },
  ];
}
