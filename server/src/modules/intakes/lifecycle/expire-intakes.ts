import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { moveIntakes } from './move-intakes.ts';
import { lockExpiring } from '../status-store.ts';

/** Ends intakes that were not answered in time; returns how many. */
export async function expireIntakes(ctx: Ctx, limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    const due = await lockExpiring(tx.db, tx.clock.now(), limit);
    if (due.length === 0) return 0;
    return (await moveIntakes(tx, due, 'expired')).length;
  });
}
