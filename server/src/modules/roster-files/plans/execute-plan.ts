import type { Ctx } from '#context';
import { applyPlanned, enrollmentIdsAt, getRosterVersion, lockRoster, plannedTable } from '#modules/memberships';
import type { BulkSession } from '#platform/db';
import { markOvertaken, planBlock } from '../plan-store.ts';
import { changesOf } from '../rules.ts';
import { noteFile, updateFile, type RosterFile } from '../store.ts';
import { findStop } from './find-stop.ts';
import { requireBlock } from './require-block.ts';

/** Few enough that a block is over in about a second, and that rows it locks wait no longer. */
const blockRows = 10_000;

/**
 * Executes a plan block by block; how far it is commits with each block, so whoever goes on after an interruption begins where
 * it ended. The first block is begun only on the roster that the plan was made for, and each only while its user may.
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

/** A file that a reset stopped meanwhile stays so. */
async function end(ctx: Ctx, file: RosterFile, ended: End): Promise<void> {
  const now = ctx.clock.now();
  const version = await getRosterVersion(ctx, file);
  const left = { version_after: version, apply_finished_at: now, updated_at: now };
  await noteFile(ctx.db, { ...file, from: 'applying' }, { ...ended, ...left });
}
