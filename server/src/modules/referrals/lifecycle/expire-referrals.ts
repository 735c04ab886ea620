import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { lockExpiring, lockExpiringOne } from '../store.ts';
import { expireLeavingMessages } from './referral-closing.ts';
import { withdrawMessagesAbout } from './withdraw-messages-about.ts';

/** Expires unanswered invitations that are overdue, or only the given one; returns how many. */
export async function expireReferrals(
  ctx: Ctx,
  limit: number,
  only?: Tenant & { readonly id: string },
): Promise<number> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const due =
      only === undefined
        ? await lockExpiring(tx.db, now, limit)
        : await lockExpiringOne(tx.db, only, { id: only.id, now });
    expireLeavingMessages(tx, due);
    withdrawMessagesAbout(tx, due);
    return due.length;
  });
}
