import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { beginSweep, promoteDue } from './store.ts';

/** Returns consultations to their position in the queue when their pause or lease is over; gives how many. */
export function promoteConsultations(ctx: Ctx, limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    beginSweep(tx.db);
    return (await promoteDue(tx.db, tx.clock.now(), limit)).length;
  });
}
