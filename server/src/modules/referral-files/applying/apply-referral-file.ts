import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { fileIn, otherNumbers, referralFileNotFound } from '../errors.ts';
import { leftOutOf } from '../rules.ts';
import { lockFile, updateFile } from '../store.ts';

type Apply = {
  readonly id: string;
  /** As seen or typed: how many rows are referred, and how many are not. */
  readonly ready: number;
  readonly leaveOut: number;
};

/** Has the rows of a file referred that its dry run found ready. */
export async function applyReferralFile(ctx: Ctx, tenant: Tenant, { id, ready, leaveOut }: Apply): Promise<void> {
  const { userId } = requirePortal(ctx.actor);
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw referralFileNotFound();
    const { counts } = file;
    if (file.status !== 'checked' || counts === null) throw fileIn(file.status);
    if (ready !== counts.ready || leaveOut !== leftOutOf(counts))
      throw otherNumbers({ ready: counts.ready, leave_out: leftOutOf(counts) });
    const now = tx.clock.now();
    const begun = { applied_at: now, applied_by: userId, attempts: 0, retry_at: null, updated_at: now };
    updateFile(tx.db, file, { ...begun, status: 'applying' });
  });
}
