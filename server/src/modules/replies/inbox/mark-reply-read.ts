import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { replyNotFound } from '../errors.ts';
import { updateOneRead } from '../store.ts';

/** One reply counts as read, such as that of a number without a case. */
export function markReplyRead(ctx: Ctx, id: string): Promise<void> {
  requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    if ((await updateOneRead(tx.db, id, tx.clock.now())) === undefined) throw replyNotFound();
  });
}
