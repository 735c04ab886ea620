import type { Tx } from '#context';
import { contactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { composeContent, messagePurposes, messageTemplates, queueMessage } from '#modules/customers';

/** Tells the customer that their claim counts as settled, so that they can say if it is not. */
export async function queueSettled(tx: Tx, consultationId: string): Promise<void> {
  const [current] = await listContacts(tx, [consultationId]);
  if (current === undefined || current.hasStopped) return;
  const { contacts, language } = current;
  const content = composeContent(tx, {
    consultationId,
    contacts,
    language,
    words: (read, url) => messageTemplates.settled[read].words({ url }),
  });
  if (content === undefined) return;
  // An address is never struck.
  const version = content.channel === 'text' ? contactVersion(tx, { ...contacts, email: undefined }) : undefined;
  queueMessage(tx, {
    purpose: messagePurposes.settled,
    subjectId: consultationId,
    ...(version === undefined ? {} : { subjectVersion: version }),
    content,
    sandbox: contacts.test === true,
  });
}
