import type { Tx } from '#context';
import { contactHashes, listHashes, type Contacts } from '#lib/text/contacts';
import { deleteAllDoNotContact, deleteDiscounts } from '../customer-store.ts';
import { promiseName } from '../discounts/discount-rules.ts';

type TestCustomers = { readonly consultationIds: readonly string[]; readonly contacts: readonly Contacts[] };

/**
 * For tests that are removed with everything about them: what their cases were promised, what their contacts were granted as
 * test customers, and their place on the list of the institution that tried them. Another test of the same contact loses
 * nothing by the former, since no discount of a test can be used. Live customers have other names.
 */
export async function forgetTestCustomers(tx: Tx, { consultationIds, contacts }: TestCustomers): Promise<void> {
  const customers = contacts.map((one) => ({ ...one, test: true }));
  deleteDiscounts(tx.db, [
    ...consultationIds.flatMap((id) => tx.vault.fingerprints(promiseName(id))),
    ...customers.flatMap((one) => contactHashes(tx, one)),
  ]);
  const listed = customers.flatMap((one) => listHashes(tx, one));
  if (listed.length > 0) await deleteAllDoNotContact(tx.db, listed);
}
