import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { deleteOldMailboxRows } from './store.ts';

/** As long as the events that the same objects caused. */
const storedDays = 30;

/** Deletes old messages of every sandbox; returns how many. */
export async function purgeSandboxMessages(ctx: Ctx, limit: number): Promise<number> {
  return (await deleteOldMailboxRows(ctx.db, addDays(ctx.clock.now(), -storedDays), limit)).length;
}
