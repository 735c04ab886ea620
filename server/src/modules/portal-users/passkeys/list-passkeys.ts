import type { Ctx } from '#context';
import type { Passkey } from './schemas.ts';
import { listPasskeyRows } from './store.ts';

/** A user's own passkeys, the oldest first. */
export const listPasskeys = async (ctx: Ctx, userId: string): Promise<Passkey[]> =>
  (await listPasskeyRows(ctx.db, userId)).map((row) => ({
    id: row.id,
    object: 'portal.passkey',
    label: row.label,
    synced: row.synced,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
