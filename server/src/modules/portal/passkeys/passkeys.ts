import type { Ctx } from '#context';
import { recordEntry } from '#modules/ledger';
import { transact } from '#platform/db';
import { passkeyNotFound } from '../errors.ts';
import type { Passkey } from './schemas.ts';
import { deletePasskeyRow, listPasskeyRows, updatePasskeyLabel } from './store.ts';

/** A user's own passkeys, oldest first. */
export const listPasskeys = async (ctx: Ctx, userId: string): Promise<Passkey[]> =>
  (await listPasskeyRows(ctx.db, userId)).map((row) => ({
    id: row.id,
    object: 'portal.passkey',
    label: row.label,
    synced: row.synced,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));

/** Renames one of the user's own passkeys. */
export const namePasskey = (ctx: Ctx, userId: string, named: { id: string; label: string }): Promise<Passkey> =>
  transact(ctx, async (tx) => {
    const row = await updatePasskeyLabel(tx.db, userId, named);
    if (row === undefined) throw passkeyNotFound();
    return {
      id: row.id,
      object: 'portal.passkey',
      label: row.label,
      synced: row.synced,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    };
  });

/** The passkey is refused from the next sign-in on. */
export const removePasskey = (
  ctx: Ctx,
  { userId, credentialId }: { readonly userId: string; readonly credentialId: string },
  id: string,
): Promise<void> =>
  transact(ctx, async (tx) => {
    if ((await deletePasskeyRow(tx.db, userId, id)) === undefined) throw passkeyNotFound();
    await recordEntry(tx, {
      kind: 'action',
      operation: 'portal.remove-passkey',
      userId,
      credentialId,
      subjectId: id,
    });
  });
