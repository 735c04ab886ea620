import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listUnreadCounts } from '#modules/replies';
import { toCard } from '../columns/to-card.ts';
import { withStated } from '../with-stated.ts';
import type { CardList } from '../schemas.ts';
import { listCards } from '../store.ts';
import { listLateCallbackIds } from './consultation-store.ts';

/** As many as a lead can hand out at once. */
const lateMax = 100;

/** Callbacks that somebody waits for and that are past, the latest first. */
export async function listLateCallbacks(ctx: Ctx): Promise<CardList> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const ids = await listLateCallbackIds(ctx.db, now, lateMax + 1);
  const shown = ids.slice(0, lateMax);
  const [rows, unread] = await Promise.all([listCards(ctx.db, now, shown), listUnreadCounts(ctx, shown)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  // An intake that has expired in the meantime waits for nobody.
  const open = shown.flatMap((id) => byId.get(id) ?? []).filter(({ closed_at: closed }) => closed === null);
  const data = open.map((row) => toCard(withStated(ctx, row), staffId, unread));
  return { object: 'list', data, has_more: ids.length > lateMax, next_cursor: null };
}
