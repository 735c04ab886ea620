import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listUnreadCounts } from '#modules/replies';
import { listAssignedIds } from '../assignment-store.ts';
import type { Mine } from '../mine-schemas.ts';
import { listCards } from '../store.ts';
import { withStated } from '../with-stated.ts';
import { toCard } from './to-card.ts';

/** More than one person works on at a time. */
const mineMax = 200;

/** The open cases of whoever asks: promised calls by their time, then the rest, the newest first. */
export async function listMine(ctx: Ctx): Promise<Mine> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const listed = await listAssignedIds(ctx.db, staffId, { now, limit: mineMax });
  const ids = listed.map(({ id }) => id);
  const [found, unread] = await Promise.all([listCards(ctx.db, now, ids), listUnreadCounts(ctx, ids)]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const cards = ids
    .flatMap((id) => rows.get(id) ?? [])
    .filter(({ closed_at: closedAt }) => closedAt === null)
    .map((row) => toCard(withStated(ctx, row), staffId, unread));
  return {
    object: 'board.mine',
    at: now.toISOString(),
    count: listed[0]?.all ?? 0,
    callbacks: cards.filter((card) => card.callback_at !== null),
    cases: cards.filter((card) => card.callback_at === null),
  };
}
