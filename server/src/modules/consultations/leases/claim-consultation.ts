import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { ConsultationSources } from '../facts.ts';
import { leaseConsultation } from './lease-consultation.ts';
import { isLeased } from './rules.ts';
import type { NextCall } from '../queue/schemas.ts';
import { toClaimedError } from './to-claimed-error.ts';

/** Claims one chosen consultation, unless another caller has it or another one with the same number. */
export async function claimConsultation(ctx: Ctx, sources: ConsultationSources, id: string): Promise<NextCall> {
  const { staffId } = requireStaff(ctx.actor);
  return leaseConsultation(ctx, { id, sources }, async (tx, row) => {
    if (isLeased(row, tx.clock.now()) && row.lease_staff_id !== staffId) throw await toClaimedError(tx, row);
  });
}
