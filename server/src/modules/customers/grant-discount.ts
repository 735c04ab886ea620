import type { Tx } from '#context';
import { newId } from '#lib/ids';
import { storedHashes, type Contacts } from './find-person.ts';
import { insertDiscount } from './people-store.ts';
import type { DiscountSource } from './rules.ts';

/** Gives a person their one discount; contacts that already belong to one keep it. */
export function grantDiscount(tx: Tx, contacts: Contacts, source: DiscountSource): void {
  const now = tx.clock.now();
  insertDiscount(tx.db, { hashes: storedHashes(tx, contacts), id: newId('dsc', now), source, now });
}
