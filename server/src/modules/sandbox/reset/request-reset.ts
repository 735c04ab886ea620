import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { resetNotConfirmed } from '../errors.ts';
import { resetPhrase, type ResetView } from '../schemas.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { countTestRows, findLatestReset, insertReset } from './store.ts';
import { toResetView } from './to-reset-view.ts';

type RequestReset = { readonly confirm: string; readonly userId: string };

/** Asks for the sandbox to be emptied; a worker does it. Asked again while it runs, it is the same reset. */
export async function requestReset(
  ctx: Ctx,
  { institutionId }: SandboxTenant,
  { confirm, userId }: RequestReset,
): Promise<ResetView> {
  if (confirm.trim().toLowerCase() !== resetPhrase) throw resetNotConfirmed(resetPhrase);
  return transact(ctx, async (tx) => {
    const askedAt = tx.clock.now();
    const found = await countTestRows(tx.db, institutionId, askedAt);
    insertReset(tx.db, { institutionId, id: newId('rst', askedAt), askedBy: userId, askedAt, found });
    const reset = await findLatestReset(tx.db, institutionId);
    if (reset === undefined) throw new Error('the reset was not stored');
    return toResetView(reset);
  });
}
