import type { Ctx } from '#context';
import { findLastActionRow } from './store.ts';

/** When staff last did anything about this subject; mere reading does not count. */
export const findLastAction = async (ctx: Ctx, subjectId: string): Promise<Date | undefined> =>
  (await findLastActionRow(ctx.db, subjectId))?.at;
