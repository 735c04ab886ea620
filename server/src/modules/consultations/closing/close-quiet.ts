import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { closeEach } from './close-each.ts';
import { closeIfQuiet } from './close-if-quiet.ts';
import type { ClosingSources } from './facts.ts';
import { askedDays, quietDays } from './rules.ts';
import { listQuiet, updateActive } from './store.ts';

/** Closes cases that never settled and to which nothing has happened for three months. Returns how many were looked at. */
export async function closeQuiet(ctx: Ctx, sources: ClosingSources, limit: number): Promise<number> {
  const before = addDays(ctx.clock.now(), -(quietDays + askedDays));
  const quiet = await listQuiet(ctx.db, before, limit);
  return closeEach(ctx, quiet, {
    close: (one) => closeIfQuiet(ctx, sources, one),
    later: (tx, { id }) => updateActive(tx.db, id, quietAgain(before)),
  });
}

/** Just enough that it is looked at again in a day. */
const quietAgain = (before: Date): Date => addDays(before, 1);
