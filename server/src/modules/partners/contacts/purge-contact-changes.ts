import type { Ctx } from '#context';
import { purgeChanges } from './store.ts';

/** Deletes addresses that nobody confirmed in time; returns how many. */
export const purgeContactChanges = (ctx: Ctx, limit: number): Promise<number> =>
  purgeChanges(ctx.db, ctx.clock.now(), limit);
