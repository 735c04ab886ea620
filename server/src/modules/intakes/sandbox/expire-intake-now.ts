import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { moveIntakes } from '../lifecycle/move-intakes.ts';
import { lockIntake } from '../store.ts';
import { updateTestExpiry } from './store.ts';

/** The time of a test intake is over: its date is moved, and what the sweep does follows for it alone. */
export async function expireIntakeNow(ctx: Ctx, id: string): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const stored = await lockIntake(tx.db, id, now);
    if (stored?.intake.test !== true) return false;
    updateTestExpiry(tx.db, id, now);
    return (await moveIntakes(tx, [id], 'expired')).length > 0;
  });
}
