import type { Ctx } from '#context';
import { newId } from '#lib/ids';
import { transact } from '#platform/db';
import { countRecoverable, recoverBatch } from './history-store.ts';
import {
  findLatestRecovery,
  insertRecovery,
  lockRunningRecovery,
  updateRecoveryDone,
  updateRecoveryProgress,
} from './recovery-store.ts';
import type { Recovery } from './delivery-schemas.ts';

export type RecoveryRequest = {
  readonly endpointId: string;
  readonly since: Date;
  readonly until: Date | undefined;
  readonly states: readonly string[] | undefined;
  readonly dryRun: boolean;
};

/** Counts what would be sent again and, unless it is a dry run, begins to send it, in a lane of its own. */
export async function recoverDeliveries(ctx: Ctx, request: RecoveryRequest): Promise<Recovery> {
  const now = ctx.clock.now();
  const { endpointId, since } = request;
  // What this recovery itself puts back lies beyond its end, so it can never go round in a circle.
  const until = request.until !== undefined && request.until < now ? request.until : now;
  const states = [...(request.states ?? ['exhausted', 'skipped'])];
  const total = await countRecoverable(ctx.db, { endpointId, since, until, states });
  if (request.dryRun) return { object: 'gap.recovery', id: null, status: 'dry_run', total, recovered: 0 };
  const id = newId('rcv', now);
  await transact(ctx, async (tx) => {
    insertRecovery(tx.db, { id, endpoint_id: endpointId, since, until, states, total, created_at: now });
  });
  return { object: 'gap.recovery', id, status: 'running', total, recovered: 0 };
}

/** How far the last recovery of an endpoint is. */
export async function findRecovery(ctx: Ctx, endpointId: string): Promise<Recovery | undefined> {
  const row = await findLatestRecovery(ctx.db, endpointId);
  if (row === undefined) return undefined;
  const { id, status, total, recovered } = row;
  return { object: 'gap.recovery', id, status: status as Recovery['status'], total, recovered };
}

/** One batch of one recovery, with its place in the same transaction: killed at any moment, it goes on where it was. */
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
      placeAt: row.place_at,
      placeId: row.place_id,
      limit,
      now,
      newId: newId('dlv', now),
    });
    if (step === undefined || step.seen === 0) {
      updateRecoveryDone(tx.db, row.id, now);
      return 0;
    }
    updateRecoveryProgress(tx.db, {
      id: row.id,
      placeAt: step.place_at,
      placeId: step.place_id,
      recovered: step.recovered,
    });
    // A full turn asks for another at once.
    return limit;
  });
}
