import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { isIdOrNumber, parseSearch, toNumber } from '../rules.ts';
import type { CardList } from '../schemas.ts';
import { listIdsByName, searchIds } from '../search-store.ts';
import { readCards } from './read-cards.ts';

/** More results than this call for a more precise search. */
const shown = 20;

/**
 * Finds consultations by telephone number, VIN, plate, name, e-mail address, number or id; open ones first, then the
 * newest.
 */
export async function searchConsultations(ctx: Ctx, text: string): Promise<CardList> {
  requireStaff(ctx.actor);
  const terms = parseSearch(text);
  const ids = await findIds(ctx, terms);
  const data = await readCards(ctx, ids.slice(0, shown));
  return { object: 'list', data, has_more: ids.length > shown, next_cursor: null };
}

/** What an id or a whole number names; otherwise everything that the text may mean, the case of that number first. */
async function findIds({ db }: Ctx, terms: ReturnType<typeof parseSearch>): Promise<readonly string[]> {
  const named = isIdOrNumber(terms.exact) ? await listIdsByName(db, terms.exact) : [];
  if (named.length > 0) return named;
  const number = toNumber(terms.exact);
  const [numbered, found] = await Promise.all([
    number === undefined ? [] : listIdsByName(db, number),
    searchIds(db, terms, shown + 1),
  ]);
  return [...new Set([...numbered, ...found])];
}
