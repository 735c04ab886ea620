import type { Tx } from '#context';
import { lockNames } from '#platform/db';

/**
 * Taken before the rows of discounts: granting, linking and using exclude each other, since none of them knows the
 * other's contacts. A grant to one contact counts as well: a link made at the same moment would not see its row.
 */
export const lockDiscounts = (tx: Tx): void => lockNames(tx.db, ['customers/discounts']);
