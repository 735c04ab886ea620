import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { getRosterVersion, thresholdPercent } from '#modules/memberships';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { confirmationNeeded, fileIn, planVoid, rosterFileNotFound, somebodyErased } from '../errors.ts';
import { mustConfirm, erasedProblem, planEndsAt } from '../rules.ts';
import { lockFile, updateFile } from '../store.ts';

type Apply = {
  readonly id: string;
  /** As typed; needed above the threshold. */
  readonly confirmedRemovals: number | undefined;
  /** How many invalid rows are left out; must be all of them. */
  readonly leftOutRows: number | undefined;
};

/** Has a plan executed, if the roster is still the one that it was made for. */
export async function applyRosterFile(
  ctx: Ctx,
  tenant: Tenant,
  { id, confirmedRemovals, leftOutRows }: Apply,
): Promise<void> {
  const { userId } = requirePortal(ctx.actor);
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw rosterFileNotFound();
    if (file.problem === erasedProblem) throw somebodyErased();
    const { counts, plannedAt } = file;
    if (file.status !== 'planned' || counts === null || plannedAt === null) throw fileIn(file.status);
    const now = tx.clock.now();
    if (planEndsAt(plannedAt) <= now) throw planVoid('The preview is older than a day. Make it again.');
    const removals = mustConfirm(counts) ? confirmedRemovals === counts.remove : true;
    const leftOut = counts.invalid === 0 || leftOutRows === counts.invalid;
    if (!removals || !leftOut)
      throw confirmationNeeded({
        removals: counts.remove,
        active: counts.active,
        threshold_percent: thresholdPercent,
        invalid: counts.invalid,
      });
    if ((await getRosterVersion(tx, tenant)) !== file.rosterVersion)
      throw planVoid('The roster changed since the preview was made. Make it again.');
    updateFile(tx.db, file, {
      status: 'applying',
      applied_at: now,
      applied_by: userId,
      applied_through: 0,
      attempts: 0,
      retry_at: null,
      updated_at: now,
    });
  });
}
