import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { expireReferrals } from '../lifecycle/expire-referrals.ts';
import { getLockedReferral } from '../lifecycle/get-locked-referral.ts';
import { requireMove } from '../lifecycle/require-move.ts';
import { updateInvitationEnd } from '../sandbox-store.ts';

type TestReferral = { readonly institutionId: string; readonly id: string };

/** The time of a test invitation is over; the sweep, for this one referral, does the rest. */
export async function expireNow(ctx: Ctx, { institutionId, id }: TestReferral): Promise<void> {
  const tenant = { institutionId, livemode: false };
  await transact(ctx, async (tx) => {
    requireMove(tx, await getLockedReferral(tx, tenant, id), 'expire');
    updateInvitationEnd(tx.db, institutionId, { id, now: tx.clock.now() });
  });
  await expireReferrals(ctx, 1, { ...tenant, id });
}
