-- One row for each model that was ever listed. Its version changes with every import that touches it, so that what a search
-- found holds for as long as it is the same; the sequence never returns to a number.
create sequence market.model_version;
create table market.models (
  make_key text collate "C" not null,
  model_key text collate "C" not null,
  version bigint not null default nextval('market.model_version'),
  -- What a mile and a year of it cost, as shares of a price, and from how many listings that was learned; null where too few.
  rates jsonb,
  rated_version bigint,
  rated_at timestamptz,
  primary key (make_key, model_key)
);
create index models_unrated on market.models (rated_at nulls first)
  where rated_version is distinct from version;

insert into market.models (make_key, model_key) select distinct make_key, model_key from market.listings;
