import type { Ctx } from '#context';
import type { Db } from '#platform/db';
import { findOwnDiscounts } from '../customer-store.ts';
import { discountApplies, type KnownDiscount } from '../rules.ts';
import { contactHashes, type Contacts } from '#lib/text/contacts';
import { promiseName } from './discount-rules.ts';

export type PromisedDiscount = {
  /** Undefined for a duplicate, which has none. */
  readonly consultationId: string | undefined;
  /** All contacts, proven or not: a discount that one of them has used is gone. */
  readonly contacts: Contacts;
};

/**
 * Whether the promised discount can still be used; it may be gone by the time it is. A case keeps its promise until one
 * of its contacts has used theirs: learning since that they belong to a customer who has another one does not revoke it.
 */
export async function hasDiscount(
  { vault, db }: Pick<Ctx, 'vault'> & { db: Db },
  { consultationId, contacts }: PromisedDiscount,
): Promise<boolean> {
  const promised = consultationId === undefined ? [] : vault.fingerprints(promiseName(consultationId));
  const stored = await findOwnDiscounts(db, [...promised, ...contactHashes({ vault }, contacts)]);
  const known = (stored?.discounts ?? []) as KnownDiscount[];
  return consultationId === undefined ? discountApplies(known) : known.every(({ consumed }) => !consumed);
}
