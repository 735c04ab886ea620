import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { updateCheckAll } from '../hold-change-store.ts';

/** How long after its end a hold can still change at the provider: refunds by the team, and disputes within 120 days. */
const changesForDays = 180;

/**
 * After a restore: what was captured, released or refunded since the restored moment is known to the provider alone. All
 * holds are reconciled with it as soon as workers go on, before anything else is asked of it. Returns how many.
 */
export const requestChecks = (ctx: Ctx): Promise<number> =>
  transact(ctx, async (tx) => {
    const now = tx.clock.now();
    return (await updateCheckAll(tx.db, { now, endedSince: addDays(now, -changesForDays) })).length;
  });
