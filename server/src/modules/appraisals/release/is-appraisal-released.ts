import type { Ctx } from '#context';
import { findCurrent } from '../rules.ts';
import { listVersions } from '../store.ts';

/** Whether an appraisal of this consultation is released and not withdrawn. */
export const isAppraisalReleased = async (ctx: Ctx, consultationId: string): Promise<boolean> =>
  findCurrent(await listVersions(ctx.db, consultationId)) !== undefined;
