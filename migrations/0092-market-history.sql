-- What a vehicle is driven by, how it is built and which wheels it drives, as keys; empty where the source does not say.
alter table market.listings
  add column fuel text collate "C" not null default '',
  add column body text collate "C" not null default '',
  add column drive text collate "C" not null default '',
  -- Since when it has its price; null for as long as it was seen.
  add column priced_at timestamptz;

-- Branded titles are compared with each other only; there are few of them.
create index listings_branded on market.listings
  (make_key, model_key, year, lat, lon, trim_key, last_seen_at, first_seen_at) where price >= 500 and branded;

-- Listings as they were before they were gone or had another price, each with the days it was seen like that: the market
-- around a loss of the last 120 days is read from these and the ones still listed.
create table market.past_listings (
  source text collate "C" not null,
  source_id text collate "C" not null,
  vin text collate "C",
  year smallint not null,
  make text not null,
  model text not null,
  trim text,
  make_key text collate "C" not null,
  model_key text collate "C" not null,
  trim_key text collate "C" not null,
  price integer not null,
  miles integer,
  branded boolean not null,
  state text collate "C",
  lat real not null,
  lon real not null,
  dealer text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  url text collate "C",
  fuel text collate "C" not null default '',
  body text collate "C" not null default '',
  drive text collate "C" not null default '',
  primary key (source, source_id, first_seen_at)
);
-- Both ends of the days are in them: what was first seen after a window is not fetched to be dropped.
create index past_listings_search on market.past_listings
  (make_key, model_key, year, lat, lon, trim_key, last_seen_at, first_seen_at) where price >= 500 and not branded;
create index past_listings_branded on market.past_listings
  (make_key, model_key, year, lat, lon, trim_key, last_seen_at, first_seen_at) where price >= 500 and branded;
create index past_listings_age on market.past_listings (last_seen_at);

-- In which days the comparables were seen, and what was admitted beside the subject's own kind; null before that was so.
alter table market.snapshots add column search jsonb;
