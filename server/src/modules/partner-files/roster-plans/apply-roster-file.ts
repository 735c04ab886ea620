import { requirePortal } from '#actor';
import type { Ctx, Tx } from '#context';
import {
  applyPlanned,
  enrollmentIdsAt,
  getRosterVersion,
  lockRoster,
  plannedTable,
  thresholdPercent,
} from '#modules/memberships';
import { findInstitutionAccess, type Tenant } from '#modules/partners';
import { hasPermission } from '#modules/portal';
import { transact, type BulkSession } from '#platform/db';
import {
  BlockInterrupted,
  confirmationNeeded,
  fileIn,
  planVoid,
  rosterFileNotFound,
  somebodyErased,
} from '../roster-files/errors.ts';
import { isErasedInBlock, markOvertaken, planBlock } from '../roster-files/plan-store.ts';
import { changesOf, erasedProblem, isUndoable, mustConfirm, planEndsAt, undoEndsAt } from '../roster-files/rules.ts';
import { lockFile, noteFile, stopApplying, updateFile, type RosterFile } from '../roster-files/store.ts';

type Apply = {
  readonly id: string;
  /** As typed; needed above the threshold. */
  readonly confirmedRemovals: number | undefined;
  /** How many invalid rows are left out; must be all of them. */
  readonly leftOutRows: number | undefined;
};

/** Starts executing a plan, if the roster is still the one that it was made for. */
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

/** Few enough that a block takes about a second, and that requests for its locked rows wait no longer. */
const blockRows = 10_000;

/**
 * Executes a plan block by block; the progress commits with each block, so after an interruption the next worker
 * continues there. The first block starts only on the roster that the plan was made for, and each block only while its
 * user has permission.
 */
export async function executePlan(ctx: Ctx, session: BulkSession, file: RosterFile): Promise<void> {
  const { counts, appliedAt } = file;
  if (counts === null || appliedAt === null) throw new Error('a file that is applied has a plan');
  await lockRoster(session, file);
  if (file.appliedThrough === 0 && (await getRosterVersion(ctx, file)) !== file.rosterVersion) {
    await noteFile(
      ctx.db,
      { ...file, from: 'applying' },
      { status: 'void', problem: 'roster_changed', updated_at: ctx.clock.now() },
    );
    return;
  }
  await session.run({ text: plannedTable, values: [] });
  const total = changesOf(counts);
  const idHead = enrollmentIdsAt(appliedAt);
  let { overtaken } = file;
  for (let after = file.appliedThrough; after < total;) {
    const stop = await findStop(ctx, file);
    if (stop !== undefined) return end(ctx, file, { status: 'stopped', problem: stop });
    const upTo = Math.min(after + blockRows, total);
    await session.run({ text: 'truncate planned', values: [] });
    await session.run(planBlock({ file, after, upTo, idHead, now: appliedAt }));
    await applyPlanned(ctx, session, {
      tenant: file,
      now: appliedAt,
      finish: async (tx, seqs) => {
        await requireBlock(tx, file);
        overtaken += seqs.length;
        markOvertaken(tx.db, file, { by: 'apply', seqs });
        updateFile(tx.db, file, { applied_through: upTo, overtaken, attempts: 0, updated_at: tx.clock.now() });
      },
    });
    after = upTo;
  }
  await end(ctx, file, { status: 'applied', problem: null });
}

type End = { readonly status: 'applied' | 'stopped'; readonly problem: string | null };

/** A file that a reset stopped meanwhile stays stopped. */
async function end(ctx: Ctx, file: RosterFile, ended: End): Promise<void> {
  const now = ctx.clock.now();
  const version = await getRosterVersion(ctx, file);
  const left = { version_after: version, apply_finished_at: now, updated_at: now };
  await noteFile(ctx.db, { ...file, from: 'applying' }, { ...ended, ...left });
}

/** Starts undoing a plan, within a day and if the roster is still the one that it left. */
export async function undoRosterFile(ctx: Ctx, tenant: Tenant, id: string): Promise<void> {
  const { userId } = requirePortal(ctx.actor);
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw rosterFileNotFound();
    if (!isUndoable(file) || file.applyFinishedAt === null) throw fileIn(file.status);
    const now = tx.clock.now();
    if (undoEndsAt(file.applyFinishedAt) <= now) throw planVoid('A file can be undone for 24 hours, which are over.');
    if ((await getRosterVersion(tx, tenant)) !== file.versionAfter)
      throw planVoid('The roster changed since the file was applied, so it cannot be undone.');
    updateFile(tx.db, file, {
      status: 'undoing',
      problem: null,
      undo_asked_at: now,
      undo_asked_by: userId,
      undone_through: 0,
      attempts: 0,
      retry_at: null,
      updated_at: now,
    });
  });
}

/**
 * Stops files being applied: the current block commits before or not at all. An undo continues, because it creates no
 * enrollments.
 */
export function stopRosterFiles(tx: Tx, tenant: Tenant, problem: 'sandbox_reset'): void {
  stopApplying(tx.db, tenant, { problem, now: tx.clock.now() });
}

/**
 * Called at the end of a block's transaction: locks the file, and prevents the commit if it was stopped meanwhile or a
 * person of the block was erased. An erasure locks the file too, so one of both sees the other's changes.
 */
export async function requireBlock(tx: Tx, file: RosterFile): Promise<void> {
  const current = await lockFile(tx.db, file, file.id);
  if (current?.status !== file.status || (await isErasedInBlock(tx.db, file))) throw new BlockInterrupted();
}

/** Why a file must not continue: its user's request counts only as long as they could repeat it. */
async function findStop(
  ctx: Ctx,
  { institutionId, appliedBy }: RosterFile,
): Promise<'institution_suspended' | 'user_removed' | undefined> {
  const [access, allowed] = await Promise.all([
    findInstitutionAccess(ctx, institutionId),
    hasPermission(ctx, { userId: appliedBy ?? '', institutionId, permission: 'rosters.write' }),
  ]);
  if (access?.suspended !== false) return 'institution_suspended';
  return allowed ? undefined : 'user_removed';
}
