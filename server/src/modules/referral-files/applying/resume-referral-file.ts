import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { fileIn, referralFileNotFound } from '../errors.ts';
import { isResumable } from '../rules.ts';
import { lockFile, updateFile } from '../store.ts';

/**
 * Goes on with a file that was stopped: the rows that are still ready, in the blocks that follow those done, so that nobody is
 * referred twice. From now on it is whoever goes on with it that answers for it.
 */
export async function resumeReferralFile(ctx: Ctx, tenant: Tenant, id: string): Promise<void> {
  const { userId } = requirePortal(ctx.actor);
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw referralFileNotFound();
    if (!isResumable(file)) throw fileIn(file.status === 'stopped' ? 'expired' : file.status);
    const begun = { applied_by: userId, problem: null, finished_at: null, attempts: 0, retry_at: null };
    updateFile(tx.db, file, { ...begun, status: 'applying', updated_at: tx.clock.now() });
  });
}
