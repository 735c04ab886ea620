import type { Tx } from '#context';
import { contactHashes, contactNames, type Contacts } from '#lib/text/contacts';
import { canonicalMailbox } from '#lib/text/email';
import { addDays } from '#lib/time/dates';
import { lockNames } from '#platform/db';
import { findCustomerFacts } from '../customer-store.ts';
import { discountApplies, welcomeRoundsDays, welcomeRoundsMax, type KnownDiscount } from '../rules.ts';
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

/** Two spellings of one mailbox wait for each other as well, since its welcomes are counted together. */
export function lockCustomer(tx: Tx, contacts: Contacts): void {
  const { email, test } = contacts;
  const mailbox =
    email === undefined ? [] : [`${test === true ? 'sandbox/' : ''}person/mailbox/${canonicalMailbox(email)}`];
  lockNames(tx.db, [...contactNames(contacts), ...mailbox]);
}

/**
 * Taken before the rows of discounts: granting, linking and using exclude each other, since none of them knows the
 * other's contacts. A grant to one contact counts as well: a link made at the same moment would not see its row. Tests
 * have contacts of their own, so however many are at work, a live customer does not wait for them.
 */
export const lockDiscounts = (tx: Tx, { test }: Contacts): void =>
  lockNames(tx.db, [test === true ? 'customers/test-discounts' : 'customers/discounts']);
