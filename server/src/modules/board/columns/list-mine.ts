import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listAssignedIds } from '../assignment-store.ts';
import type { Mine } from '../mine-schemas.ts';
import { readCards } from './read-cards.ts';

/** More than one person works on at a time. */
const mineMax = 200;

/** The open cases of whoever asks: promised calls by their time, then the rest, the newest first. */
export async function listMine(ctx: Ctx): Promise<Mine> {
  const { staffId } = requireStaff(ctx.actor);
  const now = ctx.clock.now();
  const listed = await listAssignedIds(ctx.db, staffId, { now, limit: mineMax });
  const read = await readCards(
    ctx,
    listed.map(({ id }) => id),
  );
  const cards = read.filter(({ closed_at: closedAt }) => closedAt === null);
  return {
    object: 'board.mine',
    at: now.toISOString(),
    count: listed[0]?.all ?? 0,
    callbacks: cards.filter((card) => card.callback_at !== null),
    cases: cards.filter((card) => card.callback_at === null),
  };
}
