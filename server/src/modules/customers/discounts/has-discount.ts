import type { Ctx } from '#context';
import type { Db } from '#platform/db';
import { findOwnDiscounts } from '../customer-store.ts';
import { discountApplies, type KnownDiscount } from '../rules.ts';
import { contactHashes, type Contacts } from '../contacts/contact-rules.ts';

/**
 * Whether the promised discount can still be used; it may be gone by the time it is. Learning since that the contacts
 * belong to a customer who used another one does not revoke it.
 */
export async function hasDiscount(ctx: Pick<Ctx, 'vault'> & { db: Db }, contacts: Contacts): Promise<boolean> {
  const stored = await findOwnDiscounts(ctx.db, contactHashes(ctx, contacts));
  const known = (stored?.discounts ?? []) as KnownDiscount[];
  return known.length > 0 && discountApplies(known);
}
