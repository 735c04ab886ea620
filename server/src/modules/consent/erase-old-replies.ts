import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { blankEntries } from './blank-entries.ts';
import { listOldReplies, updateErased } from './erase-store.ts';

type OldReplies = { readonly days: number; readonly limit: number };

/** Erases what contacts wrote that many days ago and that is about no case, of which erasing the case would take it. */
export const eraseOldReplies = (ctx: Ctx, { days, limit }: OldReplies): Promise<number> =>
  transact(ctx, async (tx) => {
    const entries = await listOldReplies(tx.db, addDays(tx.clock.now(), -days), limit);
    if (entries.length > 0) updateErased(tx.db, await blankEntries(tx, entries));
    return entries.length;
  });
