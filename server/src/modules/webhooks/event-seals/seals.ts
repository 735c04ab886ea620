import type { Ctx } from '#context';
import { readCursor, writeCursor } from '#lib/api/pagination';
import { addDays, dayOf } from '#lib/time/dates';
import { invalidCursor } from '#platform/errors';
import { eventMetrics } from '../events/metrics.ts';
import { eventDays, type LogTenant } from '../events/rules.ts';
import { checkedDays, closedAfterMs, emptyDay } from './rules.ts';
import type { LogDay } from './schemas.ts';
import {
  countBrokenSeals,
  insertBrokenSeals,
  insertSeals,
  isDayClosed,
  listAccountsOfDay,
  listAccountsWithSeals,
  listFinishedDays,
  listLogDayRows,
  listUnfinishedDays,
  noteClosedDays,
  updateDayFinished,
  type LogDayRow,
} from './store.ts';

/** A broken day stays broken, so the alarm ends after this many days. */
const rungDays = 7;

/**
 * Compares the log with the digests of its days. The digest of a day that differs stays, the difference is recorded,
 * and an alarm is raised.
 */
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

type Page = { readonly limit: number; readonly cursor: string | undefined };

/** The contents of each day of an account's log, today first. */
export async function listSeals(ctx: Ctx, tenant: LogTenant, { limit, cursor }: Page) {
  const today = dayOf(ctx.clock.now());
  const before = cursor === undefined ? dayOf(addDays(ctx.clock.now(), 1)) : readDay(cursor);
  const rows = await listLogDayRows(ctx.db, tenant, { before, today, limit });
  const data = rows.slice(0, limit).map((row) => toLogDay(row, today));
  const last = data.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { object: 'list' as const, data, has_more: more, next_cursor: more ? writeCursor(last.day) : null };
}

function readDay(cursor: string): string {
  const [day] = readCursor(cursor, [/^\d{4}-\d{2}-\d{2}$/]) ?? [];
  // A day that the calendar does not have would be refused by the database.
  const time = new Date(`${day}T00:00:00Z`);
  if (day === undefined || Number.isNaN(time.getTime()) || dayOf(time) !== day) throw invalidCursor();
  return day;
}

function toLogDay(row: LogDayRow, today: string): LogDay {
  const { day, whole, broken_at: brokenAt } = row;
  const sealedAt = row.sealed_at ?? whole;
  const status = brokenAt !== null ? 'broken' : sealedAt !== null ? 'sealed' : day === today ? 'open' : 'closing';
  const empty = sealedAt !== null && row.sha256 === null;
  return {
    object: 'portal.event_seal',
    day,
    status,
    count: row.count ?? row.so_far ?? 0,
    first_id: row.first_id,
    last_id: row.last_id,
    sha256: empty ? emptyDay.sha256 : (row.sha256?.toString('hex') ?? null),
    sealed_at: sealedAt?.toISOString() ?? null,
    broken: brokenAt === null ? null : { found_at: brokenAt.toISOString(), count: row.found ?? 0 },
  };
}

/**
 * Stores the digests of past days. A day is closed for an account when every transaction that began before its
 * recorded end has ended; if one is still open, the next run does it. Existing digests are not changed.
 */
export async function makeSeals(ctx: Ctx): Promise<{ noted: number; sealed: number; waiting: number }> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const over = addDays(new Date(now.getTime() - closedAfterMs), -1);
  // The log of earlier days has been dropped, or will be during the reading.
  const first = addDays(now, 2 - eventDays.retentionDays);
  const noted = (await noteClosedDays(db, { from: dayOf(first), to: dayOf(over) }, now)).length;
  let [sealed, waiting] = [0, 0];
  for (const { day, closed } of await listUnfinishedDays(db)) {
    for (const { account_id: accountId } of await listAccountsOfDay(db, day)) {
      if (closed || (await isDayClosed(db, accountId, day)))
        sealed += (await insertSeals(db, { accountId, day }, now)).length;
    }
    // Checked before the accounts were listed, so an account missing from the list has no event of that day.
    if (closed) await updateDayFinished(db, day, now);
    else waiting += 1;
  }
  return { noted, sealed, waiting };
}
