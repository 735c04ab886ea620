import { prepared, type BulkSession, type Db } from '#platform/db';

// Listings come by the hundred thousand: they are copied into a temporary table, then merged by one statement.

const columns = `source, source_id, vin, year, make, model, trim, make_key, model_key, trim_key, price, miles, branded,
  state, lat, lon, dealer, first_seen_at, last_seen_at, url`;

export const incomingTable = `create temp table incoming (place integer not null,
  like market.listings including defaults)`;

export const incomingCopy = `copy incoming (place, ${columns}) from stdin`;

/** Straight into the table, for a first import with nothing to merge with. */
export const listingsCopy = `copy market.listings (${columns}) from stdin`;

const updates = columns
  .split(',')
  .map((column) => column.trim())
  .filter((column) => !['source', 'source_id', 'first_seen_at'].includes(column))
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

// Of one id the last seen wins, in the file and against what is stored: an old file that comes late changes nothing.
// Rows are written in the order of their key, so that two imports cannot deadlock.
const merge = `with written as (
    insert into market.listings as l (${columns})
    select distinct on (source, source_id) ${columns} from incoming
    order by source, source_id, last_seen_at desc, place desc
    on conflict (source, source_id) do update
      set ${updates}, first_seen_at = least(l.first_seen_at, excluded.first_seen_at)
      where excluded.last_seen_at >= l.last_seen_at
    returning xmax = 0 as created)
  select count(*) filter (where created)::int as created, count(*) filter (where not created)::int as updated
  from written`;

export type Merged = { readonly created: number; readonly updated: number };

/** Merges the staged rows into the searched table and empties the staging table. */
export function mergeIncoming(session: BulkSession): Promise<Merged> {
  return session.transact(async (db) => {
    const merged = await db.find<Merged>({ text: merge, values: [] });
    db.write({ text: 'truncate incoming', values: [] });
    return merged ?? { created: 0, updated: 0 };
  });
}

/** The planner's statistics are outdated after a table has just grown. */
export const analyzeListings = { text: 'analyze market.listings', values: [] };

// Rows that an import is writing are skipped, because it is about to renew them and the two could deadlock.
const purge = prepared<[until: Date, limit: number], { source: string }>(
  'market.purge-listings',
  `delete from market.listings where last_seen_at <= $1 and ctid = any(array(
     select ctid from market.listings where last_seen_at <= $1 order by last_seen_at limit $2 for update skip locked))
   returning source`,
);

/** Deletes the oldest listings that were not seen since then. */
export const deleteOldListings = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
