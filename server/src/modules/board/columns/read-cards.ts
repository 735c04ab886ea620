import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listUnreadCounts } from '#modules/replies';
import { boardMetrics } from '../metrics.ts';
import type { Card } from '../schemas.ts';
import type { StatedRow } from '../statement-rules.ts';
import { listCards, type CardRow } from '../store.ts';
import { withStated } from '../with-stated.ts';
import { toCard } from './to-card.ts';

/** The cards of these cases in this order. One that cannot be decrypted is marked, and costs the others nothing. */
export async function readCards(ctx: Ctx, ids: readonly string[]): Promise<Card[]> {
  const { staffId } = requireStaff(ctx.actor);
  const unreadable = new Set<string>();
  const [found, unread] = await Promise.all([
    listCards(ctx.db, ctx.clock.now(), ids),
    listUnreadCounts(ctx, ids, (id) => unreadable.add(id)),
  ]);
  const rows = new Map(found.map((row) => [row.id, row]));
  const cards = ids
    .flatMap((id) => rows.get(id) ?? [])
    .map((row) => {
      const stated = readStated(ctx, row);
      if (stated === undefined) unreadable.add(row.id);
      return {
        ...toCard(stated ?? withoutPerson(row), staffId, unread),
        unreadable: unreadable.has(row.id),
      };
    });
  for (const id of unreadable) {
    ctx.log.error({ consultation: id }, 'board.card-unreadable');
    ctx.metrics.of(boardMetrics).unreadable.inc();
  }
  return cards;
}

function readStated(ctx: Ctx, row: CardRow): StatedRow | undefined {
  try {
    return withStated(ctx, row);
  } catch {
    return undefined;
  }
}

/** The team may have corrected the name that was submitted, so neither is shown. */
const withoutPerson = (row: CardRow): StatedRow => ({ ...row, person: {}, first_name: null, last_name: null });
