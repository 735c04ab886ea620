import type { Ctx } from '#context';
import { addDays, addHours } from '#lib/time/dates';
import { countByState, findHoldGauges, unfinishedStates } from './gauge-store.ts';
import { checkoutMetrics } from '../metrics.ts';
import { pageHours, warnHours } from '../rules.ts';

/** A page or a hold is reconciled within minutes of its end; after an hour something is wrong. */
const graceHours = 1;
/** For how long staff should call the customer of a hold that ended. */
const renewalDays = 7;

/** Sets the gauges: holds by state, and those that need attention from staff. */
export async function measureHolds(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [counted, gauges] = await Promise.all([
    countByState(ctx.db),
    findHoldGauges(ctx.db, {
      endingBefore: addHours(now, warnHours),
      overdueBefore: addHours(now, -graceHours),
      pagesBefore: addHours(now, -pageHours - graceHours),
      endedSince: addDays(now, -renewalDays),
    }),
  ]);
  const { holds, ending, overdue, notRenewed, oldestAction, ...others } = ctx.metrics.of(checkoutMetrics);
  const { disputesOpen, chargesFailed, refundsOpen } = others;
  const counts = new Map(counted.map((row) => [row.state, row.holds]));
  for (const state of unfinishedStates) holds.set({ state }, counts.get(state) ?? 0);
  ending.set({ action: 'none' }, gauges?.ending ?? 0);
  ending.set({ action: 'capture' }, gauges?.ending_capture ?? 0);
  ending.set({ action: 'release' }, gauges?.ending_release ?? 0);
  overdue.set({ state: 'held' }, gauges?.overdue_held ?? 0);
  overdue.set({ state: 'page_open' }, gauges?.overdue_pages ?? 0);
  notRenewed.set(gauges?.not_renewed ?? 0);
  disputesOpen.set({ waiting_for: 'us' }, gauges?.disputes_ours ?? 0);
  disputesOpen.set({ waiting_for: 'bank' }, gauges?.disputes_banks ?? 0);
  chargesFailed.set(gauges?.charges_failed ?? 0);
  refundsOpen.set({ state: 'requested' }, gauges?.refunds_late ?? 0);
  refundsOpen.set({ state: 'failed' }, gauges?.refunds_failed ?? 0);
  const since = gauges?.oldest_action ?? now;
  oldestAction.set(Math.max(0, (now.getTime() - since.getTime()) / 1000));
}
