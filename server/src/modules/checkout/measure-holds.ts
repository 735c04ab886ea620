import type { Ctx } from '#context';
import { addDays, addHours } from '#lib/dates';
import { countByState, findHoldGauges } from './gauge-store.ts';
import { holdStates, pageHours, warnHours } from './rules.ts';

/** A page or a hold is followed within minutes of its end; after an hour something is wrong. */
const graceHours = 1;
/** For how long a hold that ended is worth a call to its customer. */
const renewalDays = 7;

/** How many holds there are in each state, and how many of them somebody has to look after. */
export async function measureHolds(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [counted, found] = await Promise.all([
    countByState(ctx.db),
    findHoldGauges(ctx.db, {
      endingBefore: addHours(now, warnHours),
      overdueBefore: addHours(now, -graceHours),
      pagesBefore: addHours(now, -pageHours - graceHours),
      endedSince: addDays(now, -renewalDays),
    }),
  ]);
  const { holds, ending, overdue, notRenewed, oldestWish, disputesOpen } = ctx.metrics.cards;
  const counts = new Map(counted.map((row) => [row.state, row.holds]));
  for (const state of holdStates) holds.set({ state }, counts.get(state) ?? 0);
  ending.set({ wish: 'none' }, found?.ending ?? 0);
  ending.set({ wish: 'capture' }, found?.ending_capture ?? 0);
  ending.set({ wish: 'release' }, found?.ending_release ?? 0);
  overdue.set({ state: 'held' }, found?.overdue_held ?? 0);
  overdue.set({ state: 'page_open' }, found?.overdue_pages ?? 0);
  notRenewed.set(found?.not_renewed ?? 0);
  disputesOpen.set({ waiting_for: 'us' }, found?.disputes_ours ?? 0);
  disputesOpen.set({ waiting_for: 'bank' }, found?.disputes_banks ?? 0);
  const since = found?.oldest_wish ?? now;
  oldestWish.set(Math.max(0, (now.getTime() - since.getTime()) / 1000));
}
