import type { Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { discountApplies, welcomeRoundsDays, type KnownDiscount } from '../rules.ts';
import { findCustomerFacts } from '../customer-store.ts';
import { type Contacts, contactHashes } from './contact-rules.ts';
import { lockCustomer } from './lock-customer.ts';
import { lockDiscounts } from './lock-discounts.ts';

export type Customer = {
  /** Must not be written to or called. */
  readonly suppressed: boolean;
  readonly discountApplies: boolean;
  /** Welcome messages of the last thirty days to whichever contact got the most. */
  readonly welcomeRounds: number;
};

/** What is known about a customer. Until the transaction ends nobody else decides anything about them (D-145). */
export async function findCustomer(tx: Tx, contacts: Contacts): Promise<Customer> {
  lockCustomer(tx, contacts);
  const since = addDays(tx.clock.now(), -welcomeRoundsDays);
  const look = () => findCustomerFacts(tx.db, contactHashes(tx, contacts), since);
  let facts = await look();
  if (facts?.unlinked === true) {
    // The contacts turn out to belong to one customer, whose discount may be in use by way of a third contact.
    lockDiscounts(tx);
    facts = await look();
  }
  return {
    suppressed: facts?.spared ?? false,
    discountApplies: discountApplies((facts?.discounts ?? []) as KnownDiscount[]),
    welcomeRounds: Number(facts?.welcome_rounds ?? 0),
  };
}
