import type { Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { listSuppressed } from '#modules/customers';
import { emailName, phoneName } from '../rules.ts';
import { decryptContact } from './decrypt-contact.ts';
import { lockLiveOfContacts, suppressRows, unsuppressRows } from './store.ts';

export type RecheckedConsultation = { readonly id: string; readonly sourceId: string };

/**
 * Changes the do-not-contact list, and with it which consultations of these contacts may be called and written about:
 * open ones are out of the queue, or back in it, with the commit. Closed ones follow too, since their receipts and pages
 * promise messages and they may be opened again. All are locked before the list is changed, even those that do not
 * change, since a concurrent transaction may be about to suppress them. Returns the open ones.
 */
export async function recheckSuppression(
  tx: Tx,
  customers: readonly Contacts[],
  changeList: (cases: readonly RecheckedConsultation[]) => Promise<void> | undefined | void,
): Promise<RecheckedConsultation[]> {
  const hashes = (name: string | undefined) => (name === undefined ? [] : tx.vault.fingerprints(name));
  // The queue knows live cases alone: whoever is a test customer is not the live one with the same number.
  const live = customers.filter(({ test }) => test !== true);
  const consultations = await lockLiveOfContacts(tx.db, {
    phones: live.flatMap(({ phone }) => hashes(phone && phoneName(phone))),
    emails: live.flatMap(({ email }) => hashes(email && emailName(email))),
  });
  const cases = consultations
    .filter(({ closed_at: at }) => at === null)
    .map(({ id, source_id: sourceId }) => ({ id, sourceId }));
  await changeList(cases);
  const suppressed = await listSuppressed(
    tx,
    consultations.map((row) => decryptContact(tx, row)),
  );
  const changed = consultations.filter((row, index) => (row.spared_at !== null) !== suppressed[index]);
  const ids = (rows: typeof consultations, on: boolean) =>
    rows.filter(({ spared_at: at }) => (at === null) === on).map(({ id }) => id);
  suppressRows(tx.db, ids(changed, true), tx.clock.now());
  unsuppressRows(tx.db, ids(changed, false));
  return cases;
}
