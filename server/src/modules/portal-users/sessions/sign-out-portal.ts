import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { endSessionRow } from './store.ts';

/** Ends the session of this browser. */
export async function signOutPortal(ctx: Ctx): Promise<{ ok: true }> {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  await transact(ctx, async (tx) => {
    await endSessionRow(tx.db, credentialId, { userId, now: tx.clock.now() });
    await recordEntry(tx, {
      kind: 'action',
      operation: 'portal-users.sign-out',
      userId,
      credentialId,
      subjectId: userId,
    });
  });
  return { ok: true };
}
