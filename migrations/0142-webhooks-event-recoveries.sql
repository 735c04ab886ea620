-- Events that a receiver says it lacks, put into the queue of an endpoint again, a batch at a time; see 0016 for what an
-- endpoint has missed by itself.
create table webhooks.event_recoveries (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  livemode boolean not null,
  endpoint_id text collate "C" not null,
  -- In the order in which they are sent; emptied at the end.
  event_ids text[] not null,
  -- How many of them are done.
  place integer not null default 0,
  total integer not null,
  recovered integer not null default 0,
  status text not null check (status in ('running', 'done')),
  created_at timestamptz not null,
  finished_at timestamptz
);
-- One at a time for an endpoint.
create unique index event_recoveries_running on webhooks.event_recoveries (endpoint_id) where status = 'running';
create index event_recoveries_created on webhooks.event_recoveries (created_at);
select platform.protect_account('webhooks.event_recoveries', 'account_id');
