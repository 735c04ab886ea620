-- Listings that no search looks back to any more are found by this, oldest first.
create index listings_age on market.listings (last_seen_at);
