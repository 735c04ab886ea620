create schema market;

create sequence market.model_version;

-- Vehicles for sale, as somebody advertised them. Ten million rows, so what is searched stands in each row: make, model
-- and trim as keys without case and punctuation, and the place of its ZIP.
create table market.listings (
  source text collate "C",
  -- The source's own id, or the VIN where it has none.
  source_id text collate "C",
  vin text collate "C",
  year smallint not null,
  make text not null,
  model text not null,
  trim text,
  make_key text collate "C" not null,
  model_key text collate "C" not null,
  trim_key text collate "C" not null,
  -- Whole dollars.
  price integer not null,
  miles integer,
  -- Salvage, rebuilt and the like.
  branded boolean not null,
  state text collate "C",
  lat real not null,
  lon real not null,
  dealer text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Where the advertisement is, as its source gave it; http or https only.
  url text collate "C",
  -- What a vehicle is driven by, how it is built and which wheels it drives, as keys; empty where the source does not say.
  fuel text collate "C" not null default '',
  body text collate "C" not null default '',
  drive text collate "C" not null default '',
  -- Since when it has its price; null for as long as it was seen.
  priced_at timestamptz,
  primary key (source, source_id)
);
-- Listings that no search looks back to any more are found by this, oldest first.
create index listings_age on market.listings (last_seen_at);
-- Branded titles are compared with each other only; there are few of them.
create index listings_branded on market.listings (make_key, model_key, year, ((((floor((lat)::double precision))::integer * 1000) + (floor((lon)::double precision))::integer)), lat, lon, trim_key, last_seen_at, first_seen_at) where ((price >= 500) and branded);
-- A year's slice in the order of latitude: a search reads the band it wants, and judges longitude, trim and age in the
-- index. The statement must repeat the condition word for word to use it.
create index listings_search on market.listings (make_key, model_key, year, ((((floor((lat)::double precision))::integer * 1000) + (floor((lon)::double precision))::integer)), lat, lon, trim_key, last_seen_at, first_seen_at) where ((price >= 500) and (not branded));

-- What an early read was made from: the comparable set itself, since listings change and go.
create table market.snapshots (
  id text collate "C" primary key,
  method text not null,
  subject jsonb not null,
  -- Null when the whole state was searched.
  radius_miles smallint,
  same_trim boolean not null,
  figures jsonb not null,
  comparables json not null,
  taken_at timestamptz not null,
  -- In which days the comparables were seen, and what was admitted beside the subject's own kind; null before that was so.
  search jsonb not null
);

-- One row for each early read that an anonymous caller got; the caller is a fingerprint of the address.
create table market.anonymous_reads (
  caller bytea not null,
  read_at timestamptz not null
);
create index anonymous_reads_age on market.anonymous_reads (read_at);
create index anonymous_reads_caller on market.anonymous_reads (caller, read_at);

-- Searches that found little, to be asked of the feed.
create table market.feed_requests (
  make_key text collate "C",
  model_key text collate "C",
  year smallint,
  -- Where: the first three digits of a ZIP, or a state.
  area text collate "C",
  subject jsonb not null,
  -- When the feed is to be asked, or asked again after it failed.
  due_at timestamptz not null,
  -- Once it has answered; kept for a day, so that the same is not asked again.
  answered_at timestamptz,
  -- A search that the feed never answers is given up, or it would be asked for, and paid for, for ever.
  attempts smallint not null default 0,
  primary key (make_key, model_key, year, area)
);
create index feed_requests_answered on market.feed_requests (answered_at) where (answered_at is not null);
create index feed_requests_due on market.feed_requests (due_at) where (answered_at is null);

-- Listings as they were before they were gone or had another price, each with the days it was seen like that: the market
-- around a loss of the last 120 days is read from these and the ones still listed.
create table market.past_listings (
  source text collate "C",
  source_id text collate "C",
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
  first_seen_at timestamptz,
  last_seen_at timestamptz not null,
  url text collate "C",
  fuel text collate "C" not null default '',
  body text collate "C" not null default '',
  drive text collate "C" not null default '',
  primary key (source, source_id, first_seen_at)
);
create index past_listings_age on market.past_listings (last_seen_at);
create index past_listings_branded on market.past_listings (make_key, model_key, year, ((((floor((lat)::double precision))::integer * 1000) + (floor((lon)::double precision))::integer)), lat, lon, trim_key, last_seen_at, first_seen_at) where ((price >= 500) and branded);
-- Both ends of the days are in them: what was first seen after a window is not fetched to be dropped.
create index past_listings_search on market.past_listings (make_key, model_key, year, ((((floor((lat)::double precision))::integer * 1000) + (floor((lon)::double precision))::integer)), lat, lon, trim_key, last_seen_at, first_seen_at) where ((price >= 500) and (not branded));

create table market.models (
  make_key text collate "C",
  model_key text collate "C",
  version bigint not null default nextval('market.model_version'::regclass),
  -- What a mile and a year of it cost, as shares of a price, and from how many listings that was learned; null where too few.
  rates jsonb,
  rated_version bigint,
  rated_at timestamptz,
  primary key (make_key, model_key)
);
create index models_unrated on market.models (rated_at nulls first)
  where rated_version is distinct from version;
