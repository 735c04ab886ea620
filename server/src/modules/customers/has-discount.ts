import type { Ctx } from '#context';
import type { Db } from '#platform/db';
import { contactHashes, type Contacts } from './find-person.ts';
import { findPersonFacts } from './people-store.ts';
import { discountApplies, type KnownDiscount } from './rules.ts';

/** Whether the person has a discount to use now; by the time they use it somebody else may have. */
export async function hasDiscount(
  ctx: Pick<Ctx, 'vault' | 'clock'> & { db: Db },
  contacts: Contacts,
): Promise<boolean> {
  const facts = await findPersonFacts(ctx.db, contactHashes(ctx, contacts), ctx.clock.now());
  const known = (facts?.discounts ?? []) as KnownDiscount[];
  return known.length > 0 && discountApplies(known);
}
