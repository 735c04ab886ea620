import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { beginSweep, promoteDue } from './queue-store.ts';

/** Whose pause or lease is over takes its place in the queue again; gives how many. */
export function promoteCases(ctx: Ctx, limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    beginSweep(tx.db);
    return (await promoteDue(tx.db, tx.clock.now(), limit)).length;
  });
}
