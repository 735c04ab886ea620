-- The digest of a day in PostgreSQL, from a table with the id and created_at of each received event.
-- Of that day in UTC, each id once, in the order of their bytes.
select count(*) as count,
  encode(sha256(convert_to(coalesce(string_agg(id, E'\n' order by id collate "C"), ''), 'UTF8')), 'hex') as sha256
from (
  select distinct id from received_events
  where created_at >= timestamptz '2026-11-15 00:00:00Z' and created_at < timestamptz '2026-11-16 00:00:00Z'
) as received;
