import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listUnreadCounts } from '#modules/replies';
import { lanes } from '../rules.ts';
import type { Columns } from '../schemas.ts';
import { listCards, type LaneOutline } from '../store.ts';
import { withStated } from '../with-stated.ts';
import { toCard } from './to-card.ts';

type Outline = { readonly test: boolean; readonly lanes: readonly LaneOutline[] };

/** The whole board: every column with its size, its oldest consultation and its first cards. */
export async function listColumns(ctx: Ctx, outline: Outline): Promise<Columns> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const ids = outline.lanes.flatMap((lane) => lane.ids);
  const [found, unread] = await Promise.all([listCards(ctx.db, now, ids), listUnreadCounts(ctx, ids)]);
  const rows = new Map(found.map((row) => [row.id, row]));
  // In queue order, each in the column of its current status.
  const cards = ids.flatMap((id) => rows.get(id) ?? []).filter(({ closed_at: closedAt }) => closedAt === null);
  return {
    object: 'board.columns',
    at: now.toISOString(),
    test: outline.test,
    columns: lanes.map((lane) => {
      const counted = outline.lanes.find((one) => one.lane === lane);
      const shown = cards
        .filter((row) => row.lane === lane)
        .map((row) => toCard(withStated(ctx, row), staffId, unread));
      return {
        lane,
        count: Math.max(counted?.count ?? 0, shown.length),
        oldest_at: counted?.oldest_at.toISOString() ?? null,
        cards: shown,
      };
    }),
  };
}
