import type { Ctx } from '#context';
import { deletePlateAnswers } from './plate-store.ts';

/** Deletes provider answers about plates that are too old to be trusted; returns how many. */
export const purgePlateAnswers = async (ctx: Ctx, limit: number): Promise<number> =>
  (await deletePlateAnswers(ctx.db, ctx.clock.now(), limit)).length;
