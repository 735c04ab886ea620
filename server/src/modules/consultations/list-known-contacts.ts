import type { Tx } from '#context';
import type { Contacts } from '#modules/customers';
import { listKnown } from './contact-store.ts';
import { emailName, phoneName } from './rules.ts';
import { openContact } from './sealed-contact.ts';

/** More cases than a person has. */
const casesMax = 200;

/** The contacts of every live case in which one of these stands. */
export async function listKnownContacts(tx: Tx, people: readonly Contacts[]): Promise<Contacts[]> {
  const hashes = (name: string | undefined) => (name === undefined ? [] : tx.vault.fingerprints(name));
  const rows = await listKnown(tx.db, {
    phones: people.flatMap(({ phone }) => hashes(phone && phoneName(phone))),
    emails: people.flatMap(({ email }) => hashes(email && emailName(email))),
    limit: casesMax,
  });
  return rows.map((row) => openContact(tx, row));
}
