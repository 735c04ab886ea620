import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { ageBounds, firstCallToday, lanes } from '../rules.ts';
import type { Load } from '../schemas.ts';
import { listLoad, listStaffMembers } from './load-store.ts';

/** How much there is to do, how old it is, and who is doing it. */
export async function getLoad(ctx: Ctx): Promise<Load> {
  requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const bounds = ageBounds.map(({ seconds }) => new Date(now.getTime() - seconds * 1000));
  const [rows, members] = await Promise.all([
    listLoad(ctx.db, now, bounds),
    listStaffMembers(ctx.db, now, firstCallToday(now)),
  ]);
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const names = [...ageBounds.map(({ name }) => name), 'over 3 days'];
  return {
    object: 'board.load',
    at: now.toISOString(),
    lanes: lanes.map((lane) => {
      const row = rows.find((one) => one.lane === lane);
      return { lane, count: row?.count ?? 0, oldest_at: row?.oldest_at.toISOString() ?? null, held: row?.held ?? 0 };
    }),
    ages: names.map((name, index) => ({ name, count: sum(({ ages }) => ages[index] ?? 0) })),
    callbacks: { overdue: sum((row) => row.overdue), due_today: sum((row) => row.due_today) },
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
