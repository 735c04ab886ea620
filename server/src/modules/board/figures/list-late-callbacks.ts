import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { readCards } from '../columns/read-cards.ts';
import type { CardList } from '../schemas.ts';
import { listLateCallbackIds } from './consultation-store.ts';

/** As many as a lead can hand out at once. */
const lateMax = 100;

/** Callbacks that somebody waits for and that are past, the latest first. */
export async function listLateCallbacks(ctx: Ctx): Promise<CardList> {
  requireStaff(ctx.actor);
  const ids = await listLateCallbackIds(ctx.db, ctx.clock.now(), lateMax + 1);
  const cards = await readCards(ctx, ids.slice(0, lateMax));
  // An intake that has expired in the meantime waits for nobody.
  const data = cards.filter(({ closed_at: closed }) => closed === null);
  return { object: 'list', data, has_more: ids.length > lateMax, next_cursor: null };
}
