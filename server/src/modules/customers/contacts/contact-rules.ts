import type { Ctx } from '#context';

/** Normalized contacts of one customer. */
export type Contacts = {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  /** A sandbox customer is never the same as a live one, whatever the contacts. */
  readonly test?: boolean;
};

export function contactNames({ email, phone, test = false }: Contacts): string[] {
  const names = [];
  const whose = test ? 'sandbox/person' : 'person';
  if (email !== undefined) names.push(`${whose}/email/${email}`);
  if (phone !== undefined) names.push(`${whose}/phone/${phone}`);
  return names;
}

/** Fingerprints under every key of the ring, for look-ups; the first is the one to store. */
export const contactHashes = ({ vault }: Pick<Ctx, 'vault'>, contacts: Contacts): Buffer[] =>
  contactNames(contacts).flatMap((name) => vault.fingerprints(name));

/** One stored fingerprint for each contact given. */
export const storedHashes = ({ vault }: Pick<Ctx, 'vault'>, contacts: Contacts): Buffer[] =>
  contactNames(contacts).map((name) => vault.fingerprint(name));
