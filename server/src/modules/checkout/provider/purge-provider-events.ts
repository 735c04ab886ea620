import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { deleteProviderEvents } from '../store.ts';

/** The provider repeats an event for three days, so ids are stored for longer than that. */
const storedDays = 30;

export const purgeProviderEvents = (ctx: Ctx, limit: number): Promise<number> =>
  deleteProviderEvents(ctx.db, addDays(ctx.clock.now(), -storedDays), limit);
