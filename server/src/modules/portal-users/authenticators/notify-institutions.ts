import type { Tx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { queueSecurityNotice } from '../portal-users.ts';
import { listOwnRoles } from '../store.ts';

/** More than anybody has roles at. */
const institutionsMax = 500;

/**
 * Tells every institution that the user's own sign-in opens, and returns which; the caller sees the rows of all of them.
 * Where a provider signs them in, the authenticator here is of no concern.
 */
export async function notifyInstitutions(
  tx: Tx,
  userId: string,
  notice: Pick<Mail, 'subject' | 'paragraphs'>,
): Promise<readonly string[]> {
  const roles = await listOwnRoles(tx.db, userId, institutionsMax);
  const ids = roles.filter(({ by_issuer }) => !by_issuer).map(({ institution_id: id }) => id);
  for (const id of ids) await queueSecurityNotice(tx, id, notice);
  return ids;
}
