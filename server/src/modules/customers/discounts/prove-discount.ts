import type { Tx } from '#context';
import { contactHashes, type Contacts } from '#lib/text/contacts';
import { consumeDiscounts, insertPromiseLink, lockPromise } from '../customer-store.ts';
import { lockDiscounts } from '../contacts/lock-discounts.ts';
import { promiseName } from './discount-rules.ts';
import { grantDiscount } from './grant-discount.ts';

type ProvenContacts = {
  /** Two only when both were proven to belong to one customer, whose they are from then on. */
  readonly contacts: Contacts;
  readonly consultationId: string;
};

/**
 * Gives a customer who proved these contacts the discount that their consultation was promised. From then on using it
 * there uses up theirs; if it was used there already, so have they.
 */
export async function proveDiscount(tx: Tx, { contacts, consultationId }: ProvenContacts): Promise<void> {
  const hashes = contactHashes(tx, contacts);
  if (hashes.length === 0) return;
  lockDiscounts(tx, contacts);
  const promise = await lockPromise(tx.db, tx.vault.fingerprints(promiseName(consultationId)));
  grantDiscount(tx, contacts, { source: 'agent_intake', at: promise?.granted_at });
  if (promise === undefined) return;
  insertPromiseLink(tx.db, promise.discount_id, hashes);
  if (promise.consumed_at !== null) await consumeDiscounts(tx.db, hashes, promise.consumed_at);
}
