import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { isName, readSearch } from './rules.ts';
import type { CardList } from './schemas.ts';
import { findNamed, listCards, searchIds } from './store.ts';
import { toCard } from './to-card.ts';

/** Shown at once; who gets so many has to type more. */
const shown = 20;

/** Cases by telephone number, VIN, plate, name, e-mail address, number or id; open ones first, then the newest. */
export async function searchCases(ctx: Ctx, text: string): Promise<CardList> {
  const { staffId } = requireStaff(ctx.actor);
  const wanted = readSearch(text);
  const named = isName(wanted.exact) ? await findNamed(ctx.db, wanted.exact) : [];
  const ids = named.length > 0 ? named : await searchIds(ctx.db, wanted, shown + 1);
  const rows = await listCards(ctx.db, ctx.clock.now(), ids.slice(0, shown));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const data = ids.flatMap((id) => byId.get(id) ?? []).map((row) => toCard(row, staffId));
  return { object: 'list', data, has_more: ids.length > shown, next_cursor: null };
}
