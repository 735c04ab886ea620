import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { contactHashes, storedHashes, type Contacts } from './find-person.ts';
import { insertDiscount } from './people-store.ts';
import type { DiscountSource } from './rules.ts';

/**
 * Gives a person their one discount; whoever has one by any of these contacts keeps it, and has it by all of them. Goes
 * with findPerson before it, which takes the locks.
 */
export function grantDiscount(tx: Tx, contacts: Contacts, source: DiscountSource): void {
  const now = tx.clock.now();
  const personHashes = contactHashes(tx, contacts);
  insertDiscount(tx.db, { hashes: storedHashes(tx, contacts), personHashes, id: newId('dsc', now), source, now });
}
