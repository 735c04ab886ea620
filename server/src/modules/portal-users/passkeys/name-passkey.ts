import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { passkeyNotFound } from '../errors.ts';
import type { Passkey } from './schemas.ts';
import { updatePasskeyLabel } from './store.ts';

/** Gives a user's own passkey another name. */
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
