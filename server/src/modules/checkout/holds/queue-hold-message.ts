import type { Tx } from '#context';
import { contactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { composeContent, queueMessage, type NewMessage } from '#modules/customers';
import type { Hold } from '../hold-store.ts';

type HoldMessage = {
  readonly purpose: NewMessage['purpose'];
  /** The page of the checkout that it leads to; the customer's page without it. */
  readonly url?: string;
  /** Written to when the case has no address now. */
  readonly otherEmail?: string | undefined;
  readonly words: Parameters<typeof composeContent>[1]['words'];
};

/**
 * Queues one message about a hold or a saved card, to the contacts that the case has now: those at delivery may have
 * turned out to be somebody else's. False when there is nobody to write to.
 */
export async function queueHoldMessage(tx: Tx, hold: Hold, message: HoldMessage): Promise<boolean> {
  const { purpose, url, otherEmail, words } = message;
  const [current] = await listContacts(tx, [hold.consultationId]);
  const { test } = hold;
  const contacts = { email: current?.contacts.email ?? otherEmail, phone: current?.contacts.phone, test };
  const content = composeContent(tx, {
    consultationId: hold.consultationId,
    contacts,
    language: current?.language,
    ...(url === undefined ? {} : { url, leadsBack: true }),
    words,
  });
  if (content === undefined) return false;
  // An address is never struck.
  const version = content.channel === 'text' ? contactVersion(tx, { ...contacts, email: undefined }) : undefined;
  const subject = { subjectId: hold.id, ...(version === undefined ? {} : { subjectVersion: version }) };
  queueMessage(tx, { purpose, ...subject, content, sandbox: test });
  return true;
}
