import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { nameReason } from '#modules/audit';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { moneyMoves, underLegalHold } from '../errors.ts';
import { resolveScope } from '../resolve-scope.ts';
import type { ErasureJob, ErasureReason, Scope } from '../schemas.ts';
import { findLatestJob, insertJob } from './job-store.ts';
import { previewErasure } from './preview-erasure.ts';
import { toErasureJob } from './to-erasure-job.ts';

type AskErasure = {
  readonly consultationId: string;
  readonly scope: Scope;
  readonly reason: ErasureReason;
  readonly confirm: string;
};

/**
 * A worker is to erase the case, or everything of its customer. Asked again while it waits, it is the same. What stops it is
 * said at once, and looked at again when it is done.
 */
export async function askErasure(ctx: Ctx, asked: AskErasure): Promise<ErasureJob> {
  const { consultationId, scope, reason, confirm } = asked;
  const { staffId: askedBy } = requireRole(ctx.actor, 'lead');
  const { found, name } = await resolveScope(ctx, { consultationId, scope });
  if (confirm.trim().toUpperCase() !== found.number)
    throw validationFailed([{ path: 'confirm', message: 'must be the number of the case' }]);
  const { held, moving } = await previewErasure(ctx, name);
  if (held.length > 0) throw underLegalHold(held);
  if (moving.length > 0) throw moneyMoves(moving);
  nameReason(ctx.actor, reason);
  const now = ctx.clock.now();
  return transact(ctx, async (tx) => {
    await insertJob(tx.db, { id: newId('erj', now), consultationId, scope, reason, askedBy, askedAt: now });
    const row = await findLatestJob(tx.db, consultationId);
    if (row === undefined) throw new Error('an erasure that was asked for is not there');
    return toErasureJob(row);
  });
}
