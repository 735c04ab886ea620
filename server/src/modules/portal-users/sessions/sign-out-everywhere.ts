import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { deleteDevices } from '../device-store.ts';
import { lockUser } from '../user-store.ts';
import { endSessionRows } from './store.ts';

/** Ends all sessions of the user, this one too, and forgets their devices. */
export async function signOutEverywhere(ctx: Ctx): Promise<{ ok: true }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  await transact(ctx, async (tx) => {
    await lockUser(tx.db, userId);
    endSessionRows(tx.db, userId, { kept: '', now: tx.clock.now() });
    deleteDevices(tx.db, userId);
    const operation = 'portal-users.sign-out-everywhere';
    await recordEntry(tx, { kind: 'action', operation, userId, credentialId, subjectId: userId });
  });
  return { ok: true };
}
