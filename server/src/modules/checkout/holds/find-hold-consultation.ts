import type { Ctx } from '#context';
import { findHold } from '../hold-store.ts';

/** The consultation that a hold is about; undefined when there is no such hold. */
export const findHoldConsultation = async (ctx: Ctx, holdId: string): Promise<string | undefined> =>
  (await findHold(ctx.db, holdId))?.consultationId;
