-- A recovery puts past deliveries of an endpoint back into the queue, a batch at a time; it goes on where it stopped.
create table webhooks.recoveries (
  id text collate "C" primary key,
  endpoint_id text collate "C" not null,
  since timestamptz not null,
  until timestamptz not null,
  states text[] not null,
  -- The created_at and id of the last delivery handled.
  place_at timestamptz,
  place_id text collate "C",
  total integer not null,
  recovered integer not null default 0,
  status text not null check (status in ('running', 'done')),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index recoveries_running on webhooks.recoveries (created_at) where status = 'running';
