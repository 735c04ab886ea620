import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { paceBatch } from './rules.ts';
import { recoverBatch } from './recoverable-store.ts';
import { hasDueRecovery, lockRunningRecovery, updateRecoveryEnd, updateRecoveryProgress } from './recovery-store.ts';

/** One batch of one recovery, with its progress in the same transaction: after a crash it resumes there. */
export async function continueRecovery(ctx: Ctx, limit: number): Promise<number> {
  if (!(await hasDueRecovery(ctx.db, ctx.clock.now()))) return 0;
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = await lockRunningRecovery(tx.db, now);
    if (row === undefined) return 0;
    if (row.deserted) {
      updateRecoveryEnd(tx.db, { id: row.id, status: 'stopped', now });
      return 1;
    }
    const batch = paceBatch(row.per_minute, limit);
    const step = await recoverBatch(tx.db, {
      endpointId: row.endpoint_id,
      since: row.since,
      until: row.until,
      states: row.states,
      eventTypes: row.event_types,
      cursorAt: row.place_at,
      cursorId: row.place_id,
      limit: batch.rows,
      now,
      newId: newId('dlv', now),
    });
    if (step === undefined || step.place_at === null) {
      updateRecoveryEnd(tx.db, { id: row.id, status: 'done', now });
      return 0;
    }
    updateRecoveryProgress(tx.db, {
      id: row.id,
      cursorAt: step.place_at,
      cursorId: step.place_id,
      recovered: step.recovered,
      nextAt: batch.pauseS === undefined ? null : addSeconds(now, batch.pauseS),
    });
    // A full batch asks for another at once; one that is not due yet is not found.
    return limit;
  });
}
