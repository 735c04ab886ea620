import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { improvementOf } from '#lib/numbers/offer-parts';
import { zonedDayOf } from '#lib/time/zoned-day';
import { firstIdAt } from '#lib/tokens/ids';
import { decideFee } from '#modules/checkout';
import type { Accounts, Load } from '../overview-schemas.ts';
import { ageBounds, lanes } from '../rules.ts';
import {
  listAgentRows,
  listInstitutionRows,
  listLoad,
  listSettledUncharged,
  listStaffMembers,
  type AccountRow,
} from './load-store.ts';

/** A card with nothing due is removed soon after the settlement, so nearly all that are listed are due. */
const feesShown = 100;

type Settled = Awaited<ReturnType<typeof listSettledUncharged>>[number];

function isFeeDue({ offer_parts: offer, settlement_parts: settlement, left_cents: left }: Settled): boolean {
  const improvement = improvementOf(offer ?? {}, settlement ?? {});
  return left > 0 && decideFee(improvement.kind === 'unknown' ? null : improvement.cents) === 'due';
}

const toFeeDue = (row: Settled): Load['fees_due'][number] => ({
  consultation_id: row.consultation_id,
  number: row.number,
  settled_at: row.settled_at.toISOString(),
  due_cents: row.left_cents,
  declined: row.declined,
  charging: row.charging,
});

/** The amount of open work, its age, and who is working on it. */
export async function getLoad(ctx: Ctx): Promise<Load> {
  requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const zone = ctx.config.teamTimeZone;
  const today = zonedDayOf(zone, now);
  const bounds = ageBounds.map(({ seconds }) => new Date(now.getTime() - seconds * 1000));
  const [rows, members, uncharged] = await Promise.all([
    listLoad(ctx.db, { now, bounds, today: today.to }),
    // Ids of calls order by time, so the day is a range of them.
    listStaffMembers(ctx.db, now, firstIdAt('cal', today.from)),
    listSettledUncharged(ctx.db, feesShown),
  ]);
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const names = [...ageBounds.map(({ name }) => name), 'over 3 days'];
  return {
    object: 'board.load',
    at: now.toISOString(),
    today: { date: today.date, from: today.from.toISOString(), to: today.to.toISOString(), time_zone: zone },
    lanes: lanes.map((lane) => {
      const row = rows.find((one) => one.lane === lane);
      return { lane, count: row?.count ?? 0, oldest_at: row?.oldest_at.toISOString() ?? null, held: row?.held ?? 0 };
    }),
    ages: names.map((name, index) => ({ name, count: sum(({ ages }) => ages[index] ?? 0) })),
    callbacks: { overdue: sum((row) => row.overdue), due_today: sum((row) => row.due_today) },
    fees_due: uncharged.filter(isFeeDue).map(toFeeDue),
    people: members.map(({ last_call_at: last, lease_id, lease_number, lease_since, ...member }) => ({
      ...member,
      last_call_at: last?.toISOString() ?? null,
      holds:
        lease_id === null || lease_number === null || lease_since === null
          ? null
          : { consultation_id: lease_id, number: lease_number, since: lease_since.toISOString() },
    })),
  };
}

/** Registered agents, newest first, for administrators who need to suspend one. */
export async function listAgents(ctx: Ctx, before: string | undefined): Promise<Accounts> {
  requireStaff(ctx.actor);
  return toAccountsPage(await listAgentRows(ctx.db, before, accountsPerPage + 1));
}

/** Institutions, newest first. */
export async function listInstitutions(ctx: Ctx, before: string | undefined): Promise<Accounts> {
  requireStaff(ctx.actor);
  return toAccountsPage(await listInstitutionRows(ctx.db, before, accountsPerPage + 1));
}

const accountsPerPage = 50;

function toAccountsPage(rows: readonly AccountRow[]): Accounts {
  const data = rows.slice(0, accountsPerPage).map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  const more = rows.length > accountsPerPage;
  return { object: 'list', data, has_more: more, next_cursor: more ? (data.at(-1)?.id ?? null) : null };
}
