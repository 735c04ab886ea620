import type { Ctx } from '#context';
import { addDays, dayOf } from '#lib/time/dates';
import { eventDays } from '../rules.ts';
import { closedAfterMs } from './rules.ts';
import {
  insertSeals,
  isDayClosed,
  listAccountsOfDay,
  listUnfinishedDays,
  noteClosedDays,
  updateDayFinished,
} from './store.ts';

/**
 * Seals the days that are over. A day is sealed for an account when every transaction has ended that began before the end
 * of the day was noted; where one is still open, the next run does it. Seals that exist are not touched.
 */
export async function makeSeals(ctx: Ctx): Promise<{ noted: number; sealed: number; waiting: number }> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const over = addDays(new Date(now.getTime() - closedAfterMs), -1);
  // Of days before, the log has been dropped or will be while it is read.
  const first = addDays(now, 2 - eventDays.retentionDays);
  const noted = (await noteClosedDays(db, { from: dayOf(first), to: dayOf(over) }, now)).length;
  let [sealed, waiting] = [0, 0];
  for (const { day, closed } of await listUnfinishedDays(db)) {
    for (const { account_id: accountId } of await listAccountsOfDay(db, day)) {
      if (closed || (await isDayClosed(db, accountId, day)))
        sealed += (await insertSeals(db, { accountId, day }, now)).length;
    }
    // Asked before the accounts were listed: an account that was not in the list then has no event of that day.
    if (closed) await updateDayFinished(db, day, now);
    else waiting += 1;
  }
  return { noted, sealed, waiting };
}
