import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { listStaffNames } from '#modules/staff';
import { resolveScope } from '../privacy.ts';
import type { CustomerData } from '../schemas.ts';
import { findErasedAt, listHeld, listHoldsOf } from '../store.ts';
import { toErasureJob } from './ask-erasure.ts';
import { findLatestJob } from './store.ts';

/** What can be done with the personal data of a case, what keeps it, and what became of the last erasure. */
export async function getCustomerData(ctx: Ctx, consultationId: string): Promise<CustomerData> {
  requireRole(ctx.actor, 'lead');
  const { found, sourceIds, scopes } = await resolveScope(ctx, { consultationId, scope: 'case' });
  const [held, job, erasedAt] = await Promise.all([
    listHeld(ctx.db, sourceIds),
    findLatestJob(ctx.db, consultationId),
    findErasedAt(ctx.db, sourceIds),
  ]);
  const holds = held.length === 0 ? [] : await listHoldsOf(ctx.db, held);
  const ids = [...holds.map((hold) => hold.placed_by), ...(job === undefined ? [] : [job.askedBy])];
  const names = await listStaffNames(ctx, [...new Set(ids)]);
  return {
    object: 'privacy.customer_data',
    consultation_id: consultationId,
    number: found.number,
    scopes: [...scopes],
    legal_holds: holds.map((hold) => ({
      ...hold,
      placed_by: names.get(hold.placed_by) ?? hold.placed_by,
      placed_at: hold.placed_at.toISOString(),
    })),
    erasure: job === undefined ? null : { ...toErasureJob(job), asked_by: names.get(job.askedBy) ?? job.askedBy },
    erased_at: erasedAt?.toISOString() ?? null,
  };
}
