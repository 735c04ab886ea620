create schema market;

-- Vehicles for sale, as somebody advertised them. Ten million rows, so what is searched stands in each row: make, model
-- and trim as keys without case and punctuation, and the place of its ZIP.
create table market.listings (
  source text collate "C" not null,
  -- The source's own id, or the VIN where it has none.
  source_id text collate "C" not null,
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
  primary key (source, source_id)
);

-- A year's slice in the order of latitude: a search reads the band it wants, and judges longitude, trim and age in the
-- index. The statement must repeat the condition word for word to use it.
create index listings_search on market.listings
  (make_key, model_key, year, lat, lon, trim_key, last_seen_at) where price >= 500 and not branded;

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
  taken_at timestamptz not null
);

-- One row for each early read that an anonymous caller got; the caller is a fingerprint of the address.
create table market.anonymous_reads (
  caller bytea not null,
  read_at timestamptz not null
);
create index anonymous_reads_caller on market.anonymous_reads (caller, read_at);
create index anonymous_reads_age on market.anonymous_reads (read_at);

-- Searches that found little, to be asked of the feed.
create table market.wanted (
  make_key text collate "C" not null,
  model_key text collate "C" not null,
  year smallint not null,
  -- Where: the first three digits of a ZIP, or a state.
  area text collate "C" not null,
  subject jsonb not null,
  -- When the feed is to be asked, or asked again after it failed.
  due_at timestamptz not null,
  -- Once it has answered; kept for a day, so that the same is not asked again.
  answered_at timestamptz,
  primary key (make_key, model_key, year, area)
);
create index wanted_due on market.wanted (due_at) where answered_at is null;
create index wanted_answered on market.wanted (answered_at) where answered_at is not null;
