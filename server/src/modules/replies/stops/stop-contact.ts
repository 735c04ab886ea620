import type { Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { listHoldIds } from '#modules/checkout';
import { recheckSuppression } from '#modules/consultations';
import type { ReplyRow } from '../store.ts';
import { addDoNotContact, withdrawMessages } from '#modules/customers';

type StoppedContact = { readonly contacts: Contacts; readonly channel: ReplyRow['channel'] };

/**
 * A customer stops contact by one of their contacts. With the commit that contact is listed, every open case with it is
 * out of the queue, and what waits about those cases is withdrawn on every channel. Returns the cases.
 */
export async function stopContact(tx: Tx, { contacts, channel }: StoppedContact): Promise<string[]> {
  const cases = await recheckSuppression(tx, [contacts], (open) =>
    addDoNotContact(tx, contacts, { how: channel, subjectIds: open.flatMap(({ id, sourceId }) => [id, sourceId]) }),
  );
  const ids = cases.map(({ id }) => id);
  withdrawMessages(tx, [...ids, ...cases.map(({ sourceId }) => sourceId), ...(await listHoldIds(tx, ids))]);
  return ids;
}
