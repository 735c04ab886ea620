import type { Tx } from '#context';
import type { Contacts } from '#modules/customers';
import { listKnown } from './store.ts';
import { emailName, phoneName } from '../rules.ts';
import { decryptContact } from './decrypt-contact.ts';

/** More consultations than one customer has. */
const consultationsMax = 200;

/** The contacts of every live consultation that has one of these contacts. */
export async function listKnownContacts(tx: Tx, customers: readonly Contacts[]): Promise<Contacts[]> {
  const hashes = (name: string | undefined) => (name === undefined ? [] : tx.vault.fingerprints(name));
  const rows = await listKnown(tx.db, {
    phones: customers.flatMap(({ phone }) => hashes(phone && phoneName(phone))),
    emails: customers.flatMap(({ email }) => hashes(email && emailName(email))),
    limit: consultationsMax,
  });
  return rows.map((row) => decryptContact(tx, row));
}
