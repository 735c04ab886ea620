import type { Tx } from '#context';
import { lockNames } from '#platform/db';

/** Normalised contacts of one person. */
export type Contacts = { readonly email: string | undefined; readonly phone: string | undefined };

/** From here to the end of the transaction nobody else decides anything about this person (decision 145). */
export function lockPerson(tx: Tx, { email, phone }: Contacts): void {
  const names = [];
  if (email !== undefined) names.push(`person/email/${email}`);
  if (phone !== undefined) names.push(`person/phone/${phone}`);
  lockNames(tx.db, names);
}
