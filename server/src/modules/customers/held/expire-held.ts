import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { transact } from '#platform/db';
import { recordUnsent } from '../messages/record-unsent.ts';
import { customerMetrics } from '../metrics.ts';
import { heldDaysMax, heldKinds } from './held-rules.ts';
import { countHeld, expireMessages } from './held-store.ts';

/** Withdraws messages that nobody allowed in time, and measures how many wait. */
export async function expireHeld(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const expired = await transact(ctx, async (tx) => {
    const rows = await expireMessages(tx.db, { before: addDays(now, -heldDaysMax), now, limit });
    recordUnsent(tx, rows, 'held_too_long');
    return rows;
  });
  const counts = new Map((await countHeld(ctx.db)).map(({ kind, messages }) => [kind, messages]));
  const { held } = ctx.metrics.of(customerMetrics);
  for (const kind of heldKinds) held.set({ kind }, counts.get(kind) ?? 0);
  return expired.length;
}
