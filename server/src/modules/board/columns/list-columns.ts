import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { lanes } from '../rules.ts';
import type { Columns } from '../schemas.ts';
import type { LaneOutline } from '../store.ts';
import { readCards } from './read-cards.ts';

type Outline = { readonly test: boolean; readonly lanes: readonly LaneOutline[] };

/** The whole board: every column with its size, its oldest consultation and its first cards. */
export async function listColumns(ctx: Ctx, outline: Outline): Promise<Columns> {
  requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const read = await readCards(
    ctx,
    outline.lanes.flatMap((lane) => lane.ids),
  );
  // In queue order, each in the column of its current status.
  const cards = read.filter(({ closed_at: closedAt }) => closedAt === null);
  return {
    object: 'board.columns',
    at: now.toISOString(),
    test: outline.test,
    columns: lanes.map((lane) => {
      const counted = outline.lanes.find((one) => one.lane === lane);
      const shown = cards.filter((card) => card.lane === lane);
      return {
        lane,
        count: Math.max(counted?.count ?? 0, shown.length),
        oldest_at: counted?.oldest_at.toISOString() ?? null,
        cards: shown,
      };
    }),
  };
}
