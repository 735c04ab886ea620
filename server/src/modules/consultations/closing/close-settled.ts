import { addHours } from '#lib/time/dates';
import type { Ctx } from '#context';
import type { ClosingSources } from './facts.ts';
import { closeEach } from './close-each.ts';
import { closeIfSettled } from './close-if-settled.ts';
import { listToClose, updateCloseCheck } from './store.ts';

/** Long enough that a case that always fails is in nobody's way. */
const retryHours = 1;

/**
 * Closes settled cases whose money is done or whose fourteen days are over; the others are looked at again later.
 * Returns how many were looked at.
 */
export async function closeSettled(ctx: Ctx, sources: ClosingSources, limit: number): Promise<number> {
  const due = await listToClose(ctx.db, ctx.clock.now(), limit);
  return closeEach(ctx, due, {
    close: (one) => closeIfSettled(ctx, sources, one),
    later: (tx, { id }) => updateCloseCheck(tx.db, id, addHours(tx.clock.now(), retryHours)),
  });
}
