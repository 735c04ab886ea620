import type { Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { emailName, phoneName } from '../rules.ts';
import { lockLiveOrListed } from './store.ts';

/**
 * Locks these consultations and every live one of these contacts, all in the order of their ids: for a verb that
 * first changes some of them and then rechecks the others (0024).
 */
export async function lockWithContacts(tx: Tx, ids: readonly string[], customers: readonly Contacts[]): Promise<void> {
  const hashes = (name: string | undefined) => (name === undefined ? [] : tx.vault.fingerprints(name));
  await lockLiveOrListed(tx.db, {
    ids,
    phones: customers.flatMap(({ phone }) => hashes(phone && phoneName(phone))),
    emails: customers.flatMap(({ email }) => hashes(email && emailName(email))),
  });
}
