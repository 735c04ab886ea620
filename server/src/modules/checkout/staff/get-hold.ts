import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { holdNotFound } from '../errors.ts';
import { findHold } from '../hold-store.ts';
import type { HoldView } from '../schemas.ts';
import { toHoldView } from './to-hold-view.ts';

export async function getHold(ctx: Ctx, holdId: string): Promise<HoldView> {
  requireStaff(ctx.actor);
  const hold = await findHold(ctx.db, holdId);
  if (hold === undefined) throw holdNotFound();
  return toHoldView(hold, ctx.clock.now());
}
