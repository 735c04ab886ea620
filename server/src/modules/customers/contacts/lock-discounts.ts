import type { Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { lockNames } from '#platform/db';

/**
 * Taken before the rows of discounts: granting, linking and using exclude each other, since none of them knows the
 * other's contacts. A grant to one contact counts as well: a link made at the same moment would not see its row. Tests
 * have contacts of their own, so however many are at work, a live customer does not wait for them.
 */
export const lockDiscounts = (tx: Tx, { test }: Contacts): void =>
  lockNames(tx.db, [test === true ? 'customers/test-discounts' : 'customers/discounts']);
