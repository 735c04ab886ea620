import type { Tx } from '#context';
import { type Contacts, contactNames } from '#lib/text/contacts';
import { canonicalMailbox } from '#lib/text/email';
import { lockNames } from '#platform/db';

/** Two spellings of one mailbox wait for each other as well, since its welcomes are counted together. */
export function lockCustomer(tx: Tx, contacts: Contacts): void {
  const { email, test } = contacts;
  const mailbox =
    email === undefined ? [] : [`${test === true ? 'sandbox/' : ''}person/mailbox/${canonicalMailbox(email)}`];
  lockNames(tx.db, [...contactNames(contacts), ...mailbox]);
}
