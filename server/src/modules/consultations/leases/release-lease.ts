import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { nameReason } from '#modules/audit';
import { transact } from '#platform/db';
import { consultationNotFound, leaseLost } from '../errors.ts';
import { isLeased } from './rules.ts';
import { pauseRow } from '../queue/store.ts';
import { releasePauseS } from '../rules.ts';
import { lockQueued } from '../store.ts';
import { toClaimedError } from './to-claimed-error.ts';

/** Returns a consultation without a call; it is due again a little later. */
export async function releaseLease(ctx: Ctx, id: string, reason: string | undefined): Promise<{ ok: true }> {
  const { staffId } = requireStaff(ctx.actor);
  if (reason !== undefined) nameReason(ctx.actor, reason);
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    if (!isLeased(row, now)) throw leaseLost();
    if (row.lease_staff_id !== staffId) throw await toClaimedError(tx, row);
    pauseRow(tx.db, id, addSeconds(now, releasePauseS));
  });
  return { ok: true };
}
