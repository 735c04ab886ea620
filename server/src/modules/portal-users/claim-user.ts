import type { Tx } from '#context';
import { newId } from '#lib/tokens/ids';
import { hasAuthenticator } from './authenticator-store.ts';
import { accountExists } from './sign-in-errors.ts';
import { addUser, findUserByEmail, lockUser, updateName } from './user-store.ts';

/**
 * A new user, or the one whom an institution's identity provider made with this address and who has no password: whoever
 * has a link from the mailbox is its owner. Otherwise a provider could keep people out of the portal by naming them.
 */
export async function claimUser(
  tx: Tx,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<string> {
  const now = tx.clock.now();
  const id = newId('usr', now);
  if (await addUser(tx.db, { id, email, name, created_at: now })) return id;
  const known = await findUserByEmail(tx.db, email);
  if (known === undefined || (await lockUser(tx.db, known.id)) === undefined) throw accountExists();
  if (await hasAuthenticator(tx.db, known.id)) throw accountExists();
  updateName(tx.db, known.id, name);
  return known.id;
}
