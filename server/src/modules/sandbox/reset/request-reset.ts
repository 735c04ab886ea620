import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { stopReferralFiles } from '#modules/referral-files';
import { stopRosterFiles } from '#modules/roster-files';
import { transact } from '#platform/db';
import { resetNotConfirmed } from '../errors.ts';
import { resetPhrase, type ResetView } from '../schemas.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { countTestRows, findLatestReset, insertReset } from './store.ts';
import { toResetView } from './to-reset-view.ts';

type RequestReset = { readonly confirm: string; readonly userId: string };

/**
 * Asks for the sandbox to be emptied; a worker does it. Asked again while it runs, it is the same reset. Files that are applied to the
 * sandbox are stopped, so that none fills it again.
 */
export async function requestReset(
  ctx: Ctx,
  { institutionId }: SandboxTenant,
  { confirm, userId }: RequestReset,
): Promise<ResetView> {
  if (confirm.trim().toLowerCase() !== resetPhrase) throw resetNotConfirmed(resetPhrase);
  return transact(ctx, async (tx) => {
    const askedAt = tx.clock.now();
    const found = await countTestRows(tx.db, institutionId, askedAt);
    const tenant = { institutionId, livemode: false };
    stopRosterFiles(tx, tenant, 'sandbox_reset');
    stopReferralFiles(tx, tenant, 'sandbox_reset');
    insertReset(tx.db, { institutionId, id: newId('rst', askedAt), askedBy: userId, askedAt, found });
    const reset = await findLatestReset(tx.db, institutionId);
    if (reset === undefined) throw new Error('the reset was not stored');
    return toResetView(reset);
  });
}
