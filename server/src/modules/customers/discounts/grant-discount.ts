import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { insertDiscount } from '../customer-store.ts';
import type { DiscountSource } from '../rules.ts';
import { contactHashes, storedHashes, type Contacts } from '#lib/text/contacts';
import { lockDiscounts } from '../contacts/lock-discounts.ts';

type Grant = {
  readonly source: DiscountSource;
  /** When it was promised; now by default. */
  readonly at?: Date | undefined;
};

/**
 * Grants a customer their one discount. One granted earlier to any of these contacts is kept and extended to all of
 * them, and contacts that had one each are linked.
 */
export function grantDiscount(tx: Tx, contacts: Contacts, { source, at }: Grant): void {
  const now = tx.clock.now();
  lockDiscounts(tx, contacts);
  insertDiscount(tx.db, {
    hashes: storedHashes(tx, contacts),
    customerHashes: contactHashes(tx, contacts),
    id: newId('dsc', now),
    source,
    grantedAt: at ?? now,
  });
}
