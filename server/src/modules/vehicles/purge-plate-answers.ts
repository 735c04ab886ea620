import type { Ctx } from '#context';
import { deletePlateAnswers } from './plate-store.ts';

/** Forgets what was once said of plates when it is too old to be trusted; gives how many. */
export const purgePlateAnswers = async (ctx: Ctx, limit: number): Promise<number> =>
  (await deletePlateAnswers(ctx.db, ctx.clock.now(), limit)).length;
