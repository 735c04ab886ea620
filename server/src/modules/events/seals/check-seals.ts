import type { Ctx } from '#context';
import { addDays, dayOf } from '#lib/time/dates';
import { eventMetrics } from '../metrics.ts';
import { checkedDays } from './rules.ts';
import {
  countBrokenSeals,
  insertBrokenSeals,
  listAccountsOfDay,
  listAccountsWithSeals,
  listFinishedDays,
} from './store.ts';

/** A seal stays broken, so the alarm ends by itself. */
const rungDays = 7;

/** Compares the log with the seals of its days. A day that differs stays as it was sealed, is noted, and rings. */
export async function checkSeals(ctx: Ctx): Promise<{ days: number; broken: number }> {
  const { db, log } = ctx;
  const now = ctx.clock.now();
  const days = await listFinishedDays(db, dayOf(addDays(now, -checkedDays)));
  let broken = 0;
  for (const { day } of days) {
    const accounts = [...(await listAccountsOfDay(db, day)), ...(await listAccountsWithSeals(db, day))];
    for (const account of new Set(accounts.map((row) => row.account_id))) {
      for (const { livemode } of await insertBrokenSeals(db, { accountId: account, day }, now)) {
        broken += 1;
        log.error({ account, livemode, day }, 'events.day-broken');
      }
    }
  }
  ctx.metrics.of(eventMetrics).sealsBroken.set(await countBrokenSeals(db, addDays(now, -rungDays)));
  return { days: days.length, broken };
}
