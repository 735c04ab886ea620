import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { deleteBefore } from '../store.ts';

/** What a reply said stays in the ledger of its number; the board needs it as long as a case may last. */
const storedDays = 400;

export const purgeReplies = async (ctx: Ctx, limit: number): Promise<number> =>
  (await deleteBefore(ctx.db, addDays(ctx.clock.now(), -storedDays), limit)).length;
