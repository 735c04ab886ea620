import type { Ctx, Tx } from '#context';
import { addDays } from '#lib/dates';
import { lockNames } from '#platform/db';
import { discountApplies, welcomeRoundsDays, type KnownDiscount } from './rules.ts';
import { findPersonFacts } from './people-store.ts';

/** Normalised contacts of one person. */
export type Contacts = { readonly email: string | undefined; readonly phone: string | undefined };

export type Person = {
  /** Must not be written to or called. */
  readonly spared: boolean;
  readonly discountApplies: boolean;
  /** Welcome messages to the contact that got most of them, in the last thirty days. */
  readonly welcomeRounds: number;
};

/**
 * What is known about a person. From here to the end of the transaction nobody else decides anything about them
 * (decision 145).
 */
export async function findPerson(tx: Tx, contacts: Contacts): Promise<Person> {
  lockNames(tx.db, personNames(contacts));
  const since = addDays(tx.clock.now(), -welcomeRoundsDays);
  const facts = await findPersonFacts(tx.db, contactHashes(tx, contacts), since);
  return {
    spared: facts?.spared ?? false,
    discountApplies: discountApplies((facts?.discounts ?? []) as KnownDiscount[]),
    welcomeRounds: Number(facts?.welcome_rounds ?? 0),
  };
}

function personNames({ email, phone }: Contacts): string[] {
  const names = [];
  if (email !== undefined) names.push(`person/email/${email}`);
  if (phone !== undefined) names.push(`person/phone/${phone}`);
  return names;
}

/** Under every key of the ring, to find them; the first is the one to write. */
export const contactHashes = ({ vault }: Pick<Ctx, 'vault'>, contacts: Contacts): Buffer[] =>
  personNames(contacts).flatMap((name) => vault.fingerprints(name));

/** What a contact is stored as. */
export const contactHash = ({ vault }: Pick<Ctx, 'vault'>, kind: 'email' | 'phone', contact: string): Buffer =>
  vault.fingerprint(`person/${kind}/${contact}`);

/** One stored fingerprint per contact that is there. */
export function storedHashes(ctx: Pick<Ctx, 'vault'>, { email, phone }: Contacts): Buffer[] {
  const hashes = [];
  if (email !== undefined) hashes.push(contactHash(ctx, 'email', email));
  if (phone !== undefined) hashes.push(contactHash(ctx, 'phone', phone));
  return hashes;
}
