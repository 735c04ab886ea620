import type { Ctx } from '#context';
import { applyPlanned, enrollmentIdsAt, getRosterVersion, lockRoster, plannedTable } from '#modules/memberships';
import type { BulkSession } from '#platform/db';
import { markOvertaken, undoBlock } from '../plan-store.ts';
import { changesOf } from '../rules.ts';
import { noteFile, updateFile, type RosterFile } from '../store.ts';
import { requireBlock } from './require-block.ts';

/** As those of the plan itself. */
const blockRows = 10_000;

/** Executes a plan backwards, block by block, and begins only on the roster that the plan left. */
export async function executeUndo(ctx: Ctx, session: BulkSession, file: RosterFile): Promise<void> {
  const { counts, appliedAt, undoAskedAt } = file;
  if (counts === null || appliedAt === null || undoAskedAt === null) throw new Error('what is undone was applied');
  await lockRoster(session, file);
  if (file.undoneThrough === 0 && (await getRosterVersion(ctx, file)) !== file.versionAfter) {
    const status = file.appliedThrough < changesOf(counts) ? 'stopped' : 'applied';
    await noteFile(ctx.db, file, { status, problem: 'undo_void', updated_at: ctx.clock.now() });
    return;
  }
  await session.run({ text: plannedTable, values: [] });
  // Of a file that was stopped, what was not applied is not undone.
  const total = Math.min(changesOf(counts), file.appliedThrough);
  const idHead = enrollmentIdsAt(appliedAt);
  let { undoOvertaken } = file;
  for (let after = file.undoneThrough; after < total;) {
    const upTo = Math.min(after + blockRows, total);
    await session.run({ text: 'truncate planned', values: [] });
    await session.run(undoBlock({ file, after, upTo, idHead, now: undoAskedAt }));
    await applyPlanned(ctx, session, {
      tenant: file,
      now: undoAskedAt,
      finish: async (tx, seqs) => {
        await requireBlock(tx, file);
        undoOvertaken += seqs.length;
        markOvertaken(tx.db, file, { by: 'undo', seqs });
        const done = { undone_through: upTo, undo_overtaken: undoOvertaken, attempts: 0 };
        updateFile(tx.db, file, { ...done, updated_at: tx.clock.now() });
      },
    });
    after = upTo;
  }
  const now = ctx.clock.now();
  await noteFile(ctx.db, file, { status: 'undone', undo_finished_at: now, updated_at: now });
}
