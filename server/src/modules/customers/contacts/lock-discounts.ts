import type { Tx } from '#context';
import { lockNames } from '#platform/db';

/**
 * Taken after the customer's own locks: using a discount and linking two exclude each other, since neither knows the
 * other's contacts.
 */
export const lockDiscounts = (tx: Tx): void => lockNames(tx.db, ['customers/discounts']);
