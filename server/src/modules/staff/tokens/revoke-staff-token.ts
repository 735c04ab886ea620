import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { transact } from '#platform/db';
import { notFound } from '#platform/errors';
import { updateTokenRevoked } from './store.ts';

/** From the next call on the token is refused. */
export async function revokeStaffToken(ctx: Ctx, tokenId: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const revoked = await updateTokenRevoked(tx.db, tokenId, tx.clock.now());
    if (revoked === undefined) throw notFound('No token has this id.');
    await recordEntry(tx, { kind: 'action', operation: 'access.end-staff-token', subjectId: revoked.staff_id });
  });
}
