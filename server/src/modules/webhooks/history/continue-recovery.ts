import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { recoverBatch } from './store.ts';
import { lockRunningRecovery, updateRecoveryDone, updateRecoveryProgress } from './recovery-store.ts';

/** One batch of one recovery, with its progress in the same transaction: after a crash it resumes there. */
export async function continueRecovery(ctx: Ctx, limit: number): Promise<number> {
  return transact(ctx, async (tx) => {
    const row = await lockRunningRecovery(tx.db);
    if (row === undefined) return 0;
    const now = tx.clock.now();
    const step = await recoverBatch(tx.db, {
      endpointId: row.endpoint_id,
      since: row.since,
      until: row.until,
      states: row.states,
      cursorAt: row.place_at,
      cursorId: row.place_id,
      limit,
      now,
      newId: newId('dlv', now),
    });
    if (step === undefined || step.place_at === null) {
      updateRecoveryDone(tx.db, row.id, now);
      return 0;
    }
    updateRecoveryProgress(tx.db, {
      id: row.id,
      cursorAt: step.place_at,
      cursorId: step.place_id,
      recovered: step.recovered,
    });
    // A full batch asks for another at once.
    return limit;
  });
}
