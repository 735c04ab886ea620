import type { Ctx } from '#context';
import { applyPlanned, enrollmentIdsAt, getRosterVersion, lockRoster, plannedTable } from '#modules/memberships';
import type { BulkSession } from '#platform/db';
import { markOvertaken, planBlock } from '../plan-store.ts';
import { changesOf } from '../rules.ts';
import { noteFile, updateFile, type RosterFile } from '../store.ts';

/** Few enough that a block is over in about a second, and that rows it locks wait no longer. */
const blockRows = 10_000;

/**
 * Executes a plan block by block; how far it is commits with each block, so whoever goes on after an interruption begins where
 * it ended. The first block is begun only on the roster that the plan was made for.
 */
export async function executePlan(ctx: Ctx, session: BulkSession, file: RosterFile): Promise<void> {
  const { counts, appliedAt } = file;
  if (counts === null || appliedAt === null) throw new Error('a file that is applied has a plan');
  await lockRoster(session, file);
  if (file.appliedThrough === 0 && (await getRosterVersion(ctx, file)) !== file.rosterVersion) {
    await noteFile(ctx.db, file, { status: 'void', problem: 'roster_changed', updated_at: ctx.clock.now() });
    return;
  }
  await session.run({ text: plannedTable, values: [] });
  const total = changesOf(counts);
  const idHead = enrollmentIdsAt(appliedAt);
  let { overtaken } = file;
  for (let after = file.appliedThrough; after < total;) {
    const upTo = Math.min(after + blockRows, total);
    await session.run({ text: 'truncate planned', values: [] });
    await session.run(planBlock({ file, after, upTo, idHead, now: appliedAt }));
    await applyPlanned(ctx, session, {
      tenant: file,
      now: appliedAt,
      finish: (tx, seqs) => {
        overtaken += seqs.length;
        markOvertaken(tx.db, file, { by: 'apply', seqs });
        updateFile(tx.db, file, { applied_through: upTo, overtaken, attempts: 0, updated_at: tx.clock.now() });
      },
    });
    after = upTo;
  }
  const now = ctx.clock.now();
  const version = await getRosterVersion(ctx, file);
  await noteFile(ctx.db, file, { status: 'applied', version_after: version, apply_finished_at: now, updated_at: now });
}
