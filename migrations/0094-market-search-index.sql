-- The search index with the day on which each listing was first seen: around a loss of weeks ago most of what is listed now
-- came later, and need not be fetched to be dropped. Reads go on while it is made; only imports wait.
create index listings_search_days on market.listings
  (make_key, model_key, year, lat, lon, trim_key, last_seen_at, first_seen_at) where price >= 500 and not branded;
drop index market.listings_search;
alter index market.listings_search_days rename to listings_search;
