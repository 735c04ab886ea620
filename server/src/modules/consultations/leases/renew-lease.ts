import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import { consultationNotFound, leaseLost } from '../errors.ts';
import { isLeased } from './rules.ts';
import { extendLease } from '../queue/store.ts';
import { leaseMaxS, leaseS } from '../rules.ts';
import { lockQueued } from '../store.ts';
import { toClaimedError } from './to-claimed-error.ts';

/** Extends the lease while a caller works on the consultation; the board requests it every minute. */
export async function renewLease(ctx: Ctx, id: string): Promise<{ lease_until: string }> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const lease = { id, staffId, now, until: addSeconds(now, leaseS) };
  const renewed = await extendLease(ctx.db, lease, addSeconds(now, -leaseMaxS));
  if (renewed !== undefined) return { lease_until: renewed.lease_until.toISOString() };
  return transact(ctx, async (tx) => {
    const row = await lockQueued(tx.db, id);
    if (row === undefined) throw consultationNotFound();
    if (isLeased(row, now) && row.lease_staff_id !== staffId) throw await toClaimedError(tx, row);
    throw leaseLost();
  });
}
