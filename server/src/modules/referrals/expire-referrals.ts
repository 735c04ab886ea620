import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { expireLocked } from './move-referral.ts';
import { lockExpiring } from './store.ts';

/** Ends invitations that nobody answered in time; gives how many. */
export async function expireReferrals(ctx: Ctx, limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    const due = await lockExpiring(tx.db, tx.clock.now(), limit);
    expireLocked(tx, due);
    return due.length;
  });
}
