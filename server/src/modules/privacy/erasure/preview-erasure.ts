import type { Ctx } from '#context';
import { hasOpenMoney } from '#modules/checkout';
import { countRows } from '#platform/personal-data';
import { nobodyFound } from '../errors.ts';
import { findDataSubject } from '../find-data-subject.ts';
import { listHeld } from '../store.ts';
import { allPersonalData } from '../tables-data.ts';

/** What erasing would touch: the cases, how many rows of each table, and what stops it. */
export async function previewErasure(ctx: Ctx, name: string) {
  const found = await findDataSubject(ctx, name);
  const counts = await countRows(ctx, allPersonalData, found);
  if (Object.keys(counts).length === 0) throw nobodyFound();
  const open = found.cases.filter(({ closed_at: closedAt }) => closedAt === null);
  const moving: string[] = [];
  for (const { id, number } of open) if (await hasOpenMoney(ctx, id)) moving.push(number);
  return {
    cases: found.cases.map(({ number, source_id: sourceId, closed_at: closedAt }) => ({
      number,
      source_id: sourceId,
      open: closedAt === null,
    })),
    sources: found.sourceIds,
    counts,
    held: await listHeld(ctx.db, found.sourceIds),
    /** Numbers of cases whose card hold stands, or is being charged or released. */
    moving,
  };
}
