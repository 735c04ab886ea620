import type { Ctx } from '#context';
import type { Db } from '#platform/db';
import { contactHashes, type Contacts } from './find-person.ts';
import { findOwnDiscounts } from './people-store.ts';
import { discountApplies, type KnownDiscount } from './rules.ts';

/**
 * Whether what these contacts were promised can still be used; by the time they use it somebody else may have. That they
 * turned out since to be somebody who had used another one takes nothing back.
 */
export async function hasDiscount(ctx: Pick<Ctx, 'vault'> & { db: Db }, contacts: Contacts): Promise<boolean> {
  const found = await findOwnDiscounts(ctx.db, contactHashes(ctx, contacts));
  const known = (found?.discounts ?? []) as KnownDiscount[];
  return known.length > 0 && discountApplies(known);
}
