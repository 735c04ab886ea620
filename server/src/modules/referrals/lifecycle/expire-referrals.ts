import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { lockExpiring } from '../store.ts';
import { expireLeavingMessages } from './expire-leaving-messages.ts';
import { withdrawMessagesAbout } from './withdraw-messages-about.ts';

/** Ends invitations that were not answered in time; returns how many. */
export async function expireReferrals(ctx: Ctx, limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    const due = await lockExpiring(tx.db, tx.clock.now(), limit);
    expireLeavingMessages(tx, due);
    withdrawMessagesAbout(tx, due);
    return due.length;
  });
}
