import type { Ctx, Tx } from '#context';
import { addDays } from '#lib/dates';
import { lockNames } from '#platform/db';
import { discountApplies, welcomeRoundsDays, type KnownDiscount } from './rules.ts';
import { findPersonFacts } from './people-store.ts';

/** Normalised contacts of one person. */
export type Contacts = {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** Of the sandbox, whose people are nobody of the live ones, whatever their contacts. */
  readonly test?: boolean;
};

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
  lockPerson(tx, contacts);
  const since = addDays(tx.clock.now(), -welcomeRoundsDays);
  const look = () => findPersonFacts(tx.db, contactHashes(tx, contacts), since);
  let facts = await look();
  if (facts?.unlinked === true) {
    // They turn out to be one person's. Somebody may be using a discount by a third contact of theirs.
    lockDiscounts(tx);
    facts = await look();
  }
  return {
    spared: facts?.spared ?? false,
    discountApplies: discountApplies((facts?.discounts ?? []) as KnownDiscount[]),
    welcomeRounds: Number(facts?.welcome_rounds ?? 0),
  };
}

export const lockPerson = (tx: Tx, contacts: Contacts): void => lockNames(tx.db, personNames(contacts));

/** After the person's own: whoever uses a discount and whoever links two take turns, since neither knows the other's contacts. */
export const lockDiscounts = (tx: Tx): void => lockNames(tx.db, ['customers/discounts']);

function personNames({ email, phone, test = false }: Contacts): string[] {
  const names = [];
  const whose = test ? 'sandbox/person' : 'person';
  if (email !== undefined) names.push(`${whose}/email/${email}`);
  if (phone !== undefined) names.push(`${whose}/phone/${phone}`);
  return names;
}

/** Under every key of the ring, to find them; the first is the one to write. */
export const contactHashes = ({ vault }: Pick<Ctx, 'vault'>, contacts: Contacts): Buffer[] =>
  personNames(contacts).flatMap((name) => vault.fingerprints(name));

/** What a contact is stored as. */
export const contactHash = ({ vault }: Pick<Ctx, 'vault'>, kind: 'email' | 'phone', contact: string): Buffer =>
  vault.fingerprint(`person/${kind}/${contact}`);

/** One stored fingerprint per contact that is there. */
export const storedHashes = ({ vault }: Pick<Ctx, 'vault'>, contacts: Contacts): Buffer[] =>
  personNames(contacts).map((name) => vault.fingerprint(name));
