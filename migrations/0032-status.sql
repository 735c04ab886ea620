create schema status;

create table status.samples (
  minute timestamptz(0) primary key check (extract(second from minute) = (0)::numeric),
  -- Processes that answer requests and reported in the last 45 seconds.
  api_processes smallint not null,
  database_ms integer not null,
  -- How long what is due has waited: the oldest delivery to an endpoint that answers, the oldest message.
  webhook_wait_s integer not null,
  message_wait_s integer not null,
  -- Whether files can be read; null right after a start, when nobody knows yet.
  readers boolean
);

-- Whether a commit of this database has waited for a synchronous standby for more than two seconds.
create function status.commits_wait() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
    and query_start < clock_timestamp() - interval '2 seconds')
$$;
