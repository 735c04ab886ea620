import type { Ctx, Tx } from '#context';
import { contactHashes, storedHashes, type Contacts } from '#lib/text/contacts';
import { newId } from '#lib/tokens/ids';
import type { Db } from '#platform/db';
import { lockCustomer, lockDiscounts } from '../contacts/contacts.ts';
import {
  consumeDiscounts,
  findOwnDiscounts,
  insertDiscount,
  insertPromise,
  insertPromiseLink,
  lockPromise,
} from '../customer-store.ts';
import { discountApplies, type DiscountSource, type KnownDiscount } from '../rules.ts';
import { promiseName } from './discount-rules.ts';

type UsedDiscount = { readonly consultationId: string; readonly contacts: Contacts };

/**
 * Uses up the discount promised to a consultation, and with it that of every contact proven for it; returns whether
 * there was one to use (D-035). No other transaction can decide anything about the customer until this one ends.
 */
export async function consumeDiscount(tx: Tx, { consultationId, contacts }: UsedDiscount): Promise<boolean> {
  lockCustomer(tx, contacts);
  lockDiscounts(tx, contacts);
  const promisedHashes = tx.vault.fingerprints(promiseName(consultationId));
  // Locked before following it to the proven contacts, since one may be proven concurrently.
  const promise = await lockPromise(tx.db, promisedHashes);
  if (!(await hasDiscount(tx, { consultationId, contacts }))) return false;
  // Before promises were stored for consultations, the discount was granted to the contacts themselves.
  const hashes = promise === undefined ? contactHashes(tx, contacts) : promisedHashes;
  return (await consumeDiscounts(tx.db, hashes, tx.clock.now())).length > 0;
}

type Grant = {
  readonly source: DiscountSource;
  /** When it was promised; now by default. */
  readonly at?: Date | undefined;
};

/**
 * Grants a customer their one discount. An earlier grant to any of these contacts is kept and extended to all of
 * them, and contacts that had one each are linked.
 */
export function grantDiscount(tx: Tx, contacts: Contacts, { source, at }: Grant): void {
  const now = tx.clock.now();
  lockDiscounts(tx, contacts);
  insertDiscount(tx.db, {
    hashes: storedHashes(tx, contacts),
    customerHashes: contactHashes(tx, contacts),
    id: newId('dsc', now),
    source,
    grantedAt: at ?? now,
  });
}

type PromisedDiscount = {
  /** Undefined for a duplicate, which has none. */
  readonly consultationId: string | undefined;
  /** All contacts, proven or not: a discount that one of them has used is gone. */
  readonly contacts: Contacts;
};

/**
 * Whether the promised discount can still be used; it may be gone by the time of use. A case keeps its promise until one of its
 * contacts has used theirs. Learning later that the contacts belong to a customer with another discount does not revoke it.
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

/**
 * Stores the discount that a receipt promises. It belongs to the consultation alone: its contacts are not proven yet,
 * so the promise takes nothing from their real owner. Called once, with the consultation.
 */
export function promiseDiscount(tx: Tx, consultationId: string): void {
  const now = tx.clock.now();
  insertPromise(tx.db, {
    contact_hash: tx.vault.fingerprint(promiseName(consultationId)),
    discount_id: newId('dsc', now),
    source: 'agent_intake',
    granted_at: now,
  });
}

type ProvenContacts = {
  /** Two only when both were proven to belong to one customer. */
  readonly contacts: Contacts;
  readonly consultationId: string;
};

/**
 * Gives a customer who proved these contacts the discount that their consultation was promised. From then on, using
 * it there uses up theirs; if it was already used there, theirs is used up too.
 */
export async function proveDiscount(tx: Tx, { contacts, consultationId }: ProvenContacts): Promise<void> {
  const hashes = contactHashes(tx, contacts);
  if (hashes.length === 0) return;
  lockDiscounts(tx, contacts);
  const promise = await lockPromise(tx.db, tx.vault.fingerprints(promiseName(consultationId)));
  grantDiscount(tx, contacts, { source: 'agent_intake', at: promise?.granted_at });
  if (promise === undefined) return;
  insertPromiseLink(tx.db, promise.discount_id, hashes);
  if (promise.consumed_at !== null) await consumeDiscounts(tx.db, hashes, promise.consumed_at);
}
