import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { nameReason } from '#modules/audit';
import type { ConsultationSources } from '../facts.ts';
import { leaseConsultation } from './lease-consultation.ts';
import type { NextCall } from '../queue/schemas.ts';

type TakeOverLease = { readonly id: string; readonly reason: string };

/** Takes the lease from another caller; leads only, with a reason. */
export async function takeOverLease(
  ctx: Ctx,
  sources: ConsultationSources,
  { id, reason }: TakeOverLease,
): Promise<NextCall> {
  const actor = requireStaff(ctx.actor);
  nameReason(actor, reason);
  return leaseConsultation(ctx, { id, sources }, async () => undefined);
}
