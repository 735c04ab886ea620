import type { Tx } from '#context';
import { contactHashes, lockDiscounts, lockPerson, type Contacts } from './find-person.ts';
import { hasDiscount } from './has-discount.ts';
import { consumeDiscounts } from './people-store.ts';

/**
 * Uses up a person's one discount, and says whether there was one to use: given by an agent's submission and not used
 * before (decision 35). Nobody else decides anything about the person until the transaction ends.
 */
export async function consumeDiscount(tx: Tx, contacts: Contacts): Promise<boolean> {
  lockPerson(tx, contacts);
  lockDiscounts(tx);
  if (!(await hasDiscount(tx, contacts))) return false;
  return (await consumeDiscounts(tx.db, contactHashes(tx, contacts), tx.clock.now())).length > 0;
}
