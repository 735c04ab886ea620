import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { insertDiscount } from '../customer-store.ts';
import type { DiscountSource } from '../rules.ts';
import { contactHashes, storedHashes, type Contacts } from '../contacts/contact-rules.ts';

/**
 * Grants a customer their one discount. One granted earlier to any of these contacts is kept and extended to all of
 * them. Call `findCustomer` before it, which takes the locks.
 */
export function grantDiscount(tx: Tx, contacts: Contacts, source: DiscountSource): void {
  const now = tx.clock.now();
  const customerHashes = contactHashes(tx, contacts);
  insertDiscount(tx.db, {
    hashes: storedHashes(tx, contacts),
    customerHashes,
    id: newId('dsc', now),
    source,
    now,
  });
}
