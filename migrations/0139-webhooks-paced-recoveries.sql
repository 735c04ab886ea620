-- A recovery may be of some types only, may be paced, and can be stopped.
alter table webhooks.recoveries
  -- Null: every type.
  add column event_types text[],
  -- How many deliveries a minute it puts back; null: as fast as they are found.
  add column per_minute integer constraint recoveries_per_minute_check check (per_minute between 1 and 30000),
  -- When the next batch is due; null: at once.
  add column next_at timestamptz,
  drop constraint recoveries_status_check,
  add constraint recoveries_status_check check (status in ('running', 'done', 'stopped')) not valid;
-- The history of an endpoint's recoveries; the table is small.
-- squawk-ignore require-concurrent-index-creation
create index recoveries_endpoint on webhooks.recoveries (endpoint_id, created_at);
