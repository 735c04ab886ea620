import type { Ctx } from '#context';
import { readCursor, writeCursor } from '#lib/api/pagination';
import { addDays, dayOf } from '#lib/time/dates';
import { invalidCursor } from '#platform/errors';
import type { LogTenant } from '../rules.ts';
import { emptyDay } from './rules.ts';
import type { LogDay } from './schemas.ts';
import { listLogDayRows, type LogDayRow } from './store.ts';

type Page = { readonly limit: number; readonly cursor: string | undefined };

/** What each day of an account's log consists of, today first. */
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
