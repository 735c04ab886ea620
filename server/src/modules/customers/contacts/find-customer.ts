import type { Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { discountApplies, welcomeRoundsDays, welcomeRoundsMax, type KnownDiscount } from '../rules.ts';
import { findCustomerFacts } from '../customer-store.ts';
import { type Contacts, contactHashes } from '#lib/text/contacts';
import { lockCustomer } from './lock-customer.ts';
import { recipientNames } from './recipient-rules.ts';

export type Customer = {
  /** Must not be written to or called. */
  readonly suppressed: boolean;
  readonly discountApplies: boolean;
  /** Some contact got as many welcomes in the last thirty days as it may. */
  readonly welcomeCapped: boolean;
};

/** What is known about a customer. Until the transaction ends nobody else decides anything about them (D-145). */
export async function findCustomer(tx: Tx, contacts: Contacts): Promise<Customer> {
  lockCustomer(tx, contacts);
  const since = addDays(tx.clock.now(), -welcomeRoundsDays);
  // Welcomes of the sandbox are not counted, and those that a live customer got are nobody's business there.
  const counted = contacts.test === true ? [] : recipientNames(contacts);
  const recipients = counted.flatMap((name) => tx.vault.fingerprints(name));
  const facts = await findCustomerFacts(tx.db, { hashes: contactHashes(tx, contacts), recipients, since });
  return {
    suppressed: facts?.spared ?? false,
    discountApplies: discountApplies((facts?.discounts ?? []) as KnownDiscount[]),
    welcomeCapped: Number(facts?.welcome_rounds ?? 0) >= welcomeRoundsMax,
  };
}
