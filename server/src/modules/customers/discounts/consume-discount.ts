import type { Tx } from '#context';
import { hasDiscount } from './has-discount.ts';
import { consumeDiscounts } from '../customer-store.ts';
import { contactHashes, type Contacts } from '../contacts/contact-rules.ts';
import { lockCustomer } from '../contacts/lock-customer.ts';
import { lockDiscounts } from '../contacts/lock-discounts.ts';

/**
 * Uses up a customer's one discount and says whether there was one: granted by an agent's submission and not used
 * before (D-035). Nobody else decides anything about the customer until the transaction ends.
 */
export async function consumeDiscount(tx: Tx, contacts: Contacts): Promise<boolean> {
  lockCustomer(tx, contacts);
  lockDiscounts(tx);
  if (!(await hasDiscount(tx, contacts))) return false;
  return (await consumeDiscounts(tx.db, contactHashes(tx, contacts), tx.clock.now())).length > 0;
}
