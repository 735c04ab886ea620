import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { fileIn, referralFileNotFound } from '../errors.ts';
import { lockFile, updateFile } from '../store.ts';

/** Ends a file between two blocks: a block holds the file until it commits. Who was invited stays invited. */
export async function stopReferralFile(ctx: Ctx, tenant: Tenant, id: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw referralFileNotFound();
    if (file.status !== 'applying') throw fileIn(file.status);
    const now = tx.clock.now();
    updateFile(tx.db, file, { status: 'stopped', problem: null, finished_at: now, updated_at: now });
  });
}
