import type { Ctx, Tx } from '#context';
import { registerLongWriter } from '#modules/events';
import type { Tenant } from '#modules/partners';
import type { BulkSession } from '#platform/db';
import { getMatchedCount, listUnmatched, writeMatched } from './plan-store.ts';
import { publishChanges } from './publish-changes.ts';
import { applyChanges } from './store.ts';

type ApplyPlanned = {
  readonly tenant: Tenant;
  readonly now: Date;
  /** Called in the transaction of the changes, with the places of those that were overtaken. */
  readonly finish: (tx: Tx, overtaken: readonly number[]) => Promise<void> | void;
};

/**
 * Applies the block of a plan that is in `planned`, as a roster of the API is applied: two transactions, so that the one that
 * writes takes its place in the log after the enrollments were seen as they are (0016).
 */
export async function applyPlanned(
  ctx: Ctx,
  session: BulkSession,
  { tenant, now, finish }: ApplyPlanned,
): Promise<void> {
  const total = await session.transact(async (db) => {
    writeMatched(db, tenant, now);
    return getMatchedCount(db);
  });
  await session.transact(async (db) => {
    const tx: Tx = { ...ctx, db };
    await registerLongWriter(ctx, tx, tenant.institutionId);
    await applyChanges(db, tenant, total);
    await publishChanges(tx, tenant, total);
    await finish(tx, await listUnmatched(db));
  });
}
