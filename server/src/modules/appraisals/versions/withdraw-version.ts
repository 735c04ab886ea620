import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { stripControls } from '#modules/customers';
import { transact } from '#platform/db';
import { alreadyWithdrawn, versionNotFound } from '../errors.ts';
import { versionAad } from '../rules.ts';
import { listVersions, lockAppraisal, updateWithdrawn } from '../store.ts';

type WithdrawVersion = { readonly consultationId: string; readonly number: number; readonly reason: string };

/** Takes a version back, for good: its page says so and leads to the newest that counts. Money is not touched. */
export async function withdrawVersion(ctx: Ctx, { consultationId, number, reason }: WithdrawVersion): Promise<void> {
  const { staffId: by } = requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    await lockAppraisal(tx.db, consultationId);
    const version = (await listVersions(tx.db, consultationId)).find((one) => one.number === number);
    if (version === undefined) throw versionNotFound();
    if (version.withdrawnAt !== undefined) throw alreadyWithdrawn();
    const words = stripControls(reason).trim();
    const encryptedReason = tx.vault.encrypt(words, versionAad(version.id, 'withdrawal'));
    updateWithdrawn(tx.db, { id: version.id, now: tx.clock.now(), by, encryptedReason });
  });
}
