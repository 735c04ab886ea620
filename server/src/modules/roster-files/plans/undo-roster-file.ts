import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { getRosterVersion } from '#modules/memberships';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { fileIn, planVoid, rosterFileNotFound } from '../errors.ts';
import { isUndoable, undoEndsAt } from '../rules.ts';
import { lockFile, updateFile } from '../store.ts';

/** Has a plan taken back, within a day and if the roster is still the one that it left. */
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
