-- The search indexes by cells of one degree instead of bands of latitude: a circle is then some ranges of them, and what lies
-- far east and west of it is not read. A statement must repeat the expression word for word to use them. Reads go on while they
-- are made; only imports wait. The statements of the version before find their make, model and year in them.
create index listings_search_cells on market.listings
  (make_key, model_key, year, (floor(lat)::integer * 1000 + floor(lon)::integer), lat, lon, trim_key, last_seen_at,
   first_seen_at) where price >= 500 and not branded;
create index listings_branded_cells on market.listings
  (make_key, model_key, year, (floor(lat)::integer * 1000 + floor(lon)::integer), lat, lon, trim_key, last_seen_at,
   first_seen_at) where price >= 500 and branded;
create index past_listings_search_cells on market.past_listings
  (make_key, model_key, year, (floor(lat)::integer * 1000 + floor(lon)::integer), lat, lon, trim_key, last_seen_at,
   first_seen_at) where price >= 500 and not branded;
create index past_listings_branded_cells on market.past_listings
  (make_key, model_key, year, (floor(lat)::integer * 1000 + floor(lon)::integer), lat, lon, trim_key, last_seen_at,
   first_seen_at) where price >= 500 and branded;
drop index market.listings_search, market.listings_branded, market.past_listings_search, market.past_listings_branded;
alter index market.listings_search_cells rename to listings_search;
alter index market.listings_branded_cells rename to listings_branded;
alter index market.past_listings_search_cells rename to past_listings_search;
alter index market.past_listings_branded_cells rename to past_listings_branded;
