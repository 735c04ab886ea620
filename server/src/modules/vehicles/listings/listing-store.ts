import { lockNames, prepared, type BulkSession, type Db } from '#platform/db';

// Listings come by the hundred thousand: they are copied into a temporary table, then merged by one statement.

const columnList =
  `source source_id vin year make model trim make_key model_key trim_key price miles branded state lat lon
  dealer first_seen_at last_seen_at url fuel body drive`.split(/\s+/);
const columns = columnList.join(', ');

export const incomingTable = `create temp table incoming (place integer not null,
  like market.listings including defaults)`;

export const incomingCopy = `copy incoming (place, ${columns}) from stdin`;

const updates = columnList
  .filter((column) => !['source', 'source_id', 'first_seen_at'].includes(column))
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

// The columns of a listing, with the days of its last price only.
const formerColumns = columnList
  .map((column) =>
    column === 'first_seen_at' ? 'coalesce(l.priced_at, l.first_seen_at) as first_seen_at' : `l.${column}`,
  )
  .join(', ');

// A correction at the very moment of the first sighting has the same start as the corrected row, and the later one stays.
const replaceFormer = `on conflict (source, source_id, first_seen_at) do update
  set ${updates} where excluded.last_seen_at >= p.last_seen_at`;

// Of one id the last seen wins, in the file and against what is stored: an old file that comes late changes nothing.
// Rows are written in the order of their key, so that two imports cannot deadlock. A price that changes goes to the past
// with the days it was seen. Every model with a listing in it, or with one that became another model's, gets a new version.
const merge = `with fresh as (
    select distinct on (source, source_id) ${columns} from incoming
    order by source, source_id, last_seen_at desc, place desc),
  known as (
    select ${formerColumns}, f.price as new_price, f.make_key as new_make_key,
      f.model_key as new_model_key
    from fresh f join market.listings l using (source, source_id)
    where f.last_seen_at >= l.last_seen_at),
  former as (
    insert into market.past_listings as p (${columns})
    select ${columns} from known where price <> new_price order by source, source_id ${replaceFormer}),
  written as (
    insert into market.listings as l (${columns})
    select ${columns} from fresh order by source, source_id
    on conflict (source, source_id) do update
      set ${updates}, first_seen_at = least(l.first_seen_at, excluded.first_seen_at),
        priced_at = case when l.price = excluded.price then l.priced_at else excluded.last_seen_at end
      where excluded.last_seen_at >= l.last_seen_at
    returning xmax = 0 as created),
  touched as (
    insert into market.models (make_key, model_key)
    select make_key, model_key from (
      select make_key, model_key from fresh union
      select make_key, model_key from known where (make_key, model_key) <> (new_make_key, new_model_key)) m
    order by make_key, model_key
    on conflict (make_key, model_key) do update set version = excluded.version)
  select count(*) filter (where created)::int as created, count(*) filter (where not created)::int as updated
  from written`;

export type Merged = { readonly created: number; readonly updated: number };

// A merge takes seconds, and several files may be waiting for their turn.
const longWait = { text: "set local lock_timeout = '5min'", values: [] };

/**
 * Merges the staged rows into the searched table and empties the staging table. Merges run one at a time: two that
 * change the price of a listing at once would both keep the same previous price, and lose the one in between.
 */
export function mergeIncoming(session: BulkSession): Promise<Merged> {
  return session.transact(async (db) => {
    db.write(longWait);
    lockNames(db, ['market.merge']);
    const merged = await db.find<Merged>({ text: merge, values: [] });
    db.write({ text: 'truncate incoming', values: [] });
    return merged ?? { created: 0, updated: 0 };
  });
}

/** The planner's statistics are outdated after a table has just grown. */
export const analyzeListings = { text: 'analyze market.listings', values: [] };

// Rows that an import is writing are skipped, because it is about to renew them and the two could deadlock.
const retire = prepared<[before: Date, limit: number], { source: string }>(
  'market.retire-listings',
  `with gone as (
     delete from market.listings l where last_seen_at < $1 and ctid = any(array(
       select ctid from market.listings where last_seen_at < $1 order by last_seen_at limit $2 for update skip locked))
     returning ${formerColumns}, l.price >= 500 as counts)
   , past as (insert into market.past_listings as p (${columns})
       select ${columns} from gone where counts ${replaceFormer})
   select source from gone`,
);

/** Takes the oldest listings that were not seen since then out of the searched table, and keeps them as past ones. */
export const retireListings = (db: Db, before: Date, limit: number) => db.many(retire(before, limit));

const purge = prepared<[before: Date, limit: number], { source: string }>(
  'market.purge-past-listings',
  `delete from market.past_listings where last_seen_at < $1 and ctid = any(array(
     select ctid from market.past_listings where last_seen_at < $1 order by last_seen_at limit $2 for update skip locked))
   returning source`,
);

/** Deletes the oldest past listings that were not seen since then. */
export const deletePastListings = (db: Db, before: Date, limit: number) => db.many(purge(before, limit));
