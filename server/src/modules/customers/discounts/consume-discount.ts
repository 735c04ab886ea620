import type { Tx } from '#context';
import { hasDiscount } from './has-discount.ts';
import { consumeDiscounts, lockPromise } from '../customer-store.ts';
import { contactHashes, type Contacts } from '#lib/text/contacts';
import { lockCustomer } from '../contacts/lock-customer.ts';
import { lockDiscounts } from '../contacts/lock-discounts.ts';
import { promiseName } from './discount-rules.ts';

type UsedDiscount = { readonly consultationId: string; readonly contacts: Contacts };

/**
 * Uses up the discount that a consultation was promised, and with it that of every contact which was proven by it; says
 * whether there was one to use (D-035). Nobody else decides anything about the customer until the transaction ends.
 */
export async function consumeDiscount(tx: Tx, { consultationId, contacts }: UsedDiscount): Promise<boolean> {
  lockCustomer(tx, contacts);
  lockDiscounts(tx, contacts);
  const promisedHashes = tx.vault.fingerprints(promiseName(consultationId));
  // Locked before it is followed to the proven contacts, since one may be proven at this moment.
  const promise = await lockPromise(tx.db, promisedHashes);
  if (!(await hasDiscount(tx, { consultationId, contacts }))) return false;
  // Before promises were kept for consultations, the contacts themselves were granted the discount.
  const hashes = promise === undefined ? contactHashes(tx, contacts) : promisedHashes;
  return (await consumeDiscounts(tx.db, hashes, tx.clock.now())).length > 0;
}
