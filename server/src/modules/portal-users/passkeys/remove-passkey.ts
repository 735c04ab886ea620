import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { passkeyNotFound } from '../errors.ts';
import { deletePasskeyRow } from './store.ts';

/** From the next sign-in on it is refused. */
export const removePasskey = (
  ctx: Ctx,
  { userId, credentialId }: { readonly userId: string; readonly credentialId: string },
  id: string,
): Promise<void> =>
  transact(ctx, async (tx) => {
    if ((await deletePasskeyRow(tx.db, userId, id)) === undefined) throw passkeyNotFound();
    await recordEntry(tx, {
      kind: 'action',
      operation: 'portal-users.remove-passkey',
      userId,
      credentialId,
      subjectId: id,
    });
  });
