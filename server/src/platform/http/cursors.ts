import { readCursor, readTime } from '#lib/api/pagination';
import { firstIdAt, type IdPrefix } from '#lib/tokens/ids';
import { invalidCursor } from '#platform/errors';

type RangeQuery = {
  readonly cursor?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
};

/** The id behind which a page begins. */
export function readIdCursor(prefix: IdPrefix, cursor: string): string {
  const [id] = readCursor(cursor, [/^[a-z]+_[0-9A-Za-z]{24}$/]) ?? [];
  if (id?.startsWith(`${prefix}_`) !== true) throw invalidCursor();
  return id;
}

/** The ids that a page may hold: ids order by the time they were made, so times and cursors are bounds of ids. */
export function readIdRange(prefix: IdPrefix, query: RangeQuery) {
  const from = readTime(query.created_from);
  const to = readTime(query.created_to);
  const ends = [
    query.cursor === undefined ? undefined : readIdCursor(prefix, query.cursor),
    to && firstIdAt(prefix, to),
  ];
  return {
    fromId: from && firstIdAt(prefix, from),
    belowId: ends.filter((end) => end !== undefined).sort()[0],
  };
}
