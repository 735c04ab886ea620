import type { Tx } from '#context';
import { contactHashes, contactNames, type Contacts } from '#lib/text/contacts';
import { canonicalMailbox } from '#lib/text/email';
import { addDays } from '#lib/time/dates';
import { lockNames } from '#platform/db';
import { findCustomerFacts } from '../customer-store.ts';
import { discountApplies, welcomeRoundsDays, welcomeRoundsMax, type KnownDiscount } from '../rules.ts';
import { recipientNames } from './recipient-rules.ts';

export type Customer = {
  /** Must not be messaged or called. */
  readonly suppressed: boolean;
  readonly discountApplies: boolean;
  /** A contact already got the maximum number of welcomes in the last thirty days. */
  readonly welcomeCapped: boolean;
};

/** The stored state of a customer. Until the transaction ends, no other transaction can decide anything about them (D-145). */
export async function findCustomer(tx: Tx, contacts: Contacts): Promise<Customer> {
  lockCustomer(tx, contacts);
  const since = addDays(tx.clock.now(), -welcomeRoundsDays);
  // Sandbox welcomes are not counted, and the sandbox must not see those of a live customer.
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
 * Taken before the rows of discounts, so that granting, linking and using a discount exclude each other, since none
 * of them has the other's contacts. A grant to a single contact needs the lock too, because a concurrent link would
 * not see its row. Tests have their own contacts, so live customers never wait for them.
 */
export const lockDiscounts = (tx: Tx, { test }: Contacts): void =>
  lockNames(tx.db, [test === true ? 'customers/test-discounts' : 'customers/discounts']);
