import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { deleteBefore } from '../store.ts';

/** What a reply said stays in the ledger of its number; the board needs it as long as a case may last. */
const storedDays = 400;

type RepliesToPurge = {
  readonly limit: number;
  /** Cases whose replies stay. */
  readonly except: readonly string[];
};

export const purgeReplies = async (ctx: Ctx, { limit, except }: RepliesToPurge): Promise<number> =>
  (await deleteBefore(ctx.db, { before: addDays(ctx.clock.now(), -storedDays), limit, except })).length;
