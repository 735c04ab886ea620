import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listHoldsOfConsultation } from '../hold-store.ts';
import type { HoldView } from '../schemas.ts';
import { toHoldView } from './to-hold-view.ts';

/** The holds of a consultation's page: those that were active once, or may become so. */
export async function listConsultationHolds(ctx: Ctx, consultationId: string): Promise<HoldView[]> {
  requireStaff(ctx.actor);
  const holds = await listHoldsOfConsultation(ctx.db, consultationId);
  return holds
    .filter(({ heldAt, state }) => heldAt !== undefined || state === 'page_open')
    .map((hold) => toHoldView(hold, ctx.clock.now()));
}
