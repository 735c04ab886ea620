-- When each scheduled job last succeeded and how often it has failed since, whichever process ran it. Times are the
-- database's: they measure processes, not the business.
create table platform.job_runs (
  job text collate "C" primary key,
  known_since timestamptz not null default now(),
  succeeded_at timestamptz,
  failed_at timestamptz,
  failures integer not null default 0
);

-- The partitions of a table by day, with their days. One that was the default partition covers several:
-- <table>_<first day>_<last day>.
create function platform.day_partitions(parent text) returns table (partition regclass, first_day date, last_day date)
language sql stable as $$
  select c.oid::regclass, to_date(days[1], 'YYYYMMDD'), to_date(coalesce(days[2], days[1]), 'YYYYMMDD')
  from pg_inherits i join pg_class c on c.oid = i.inhrelid,
    regexp_match(c.relname, '_(\d{8})(?:_(\d{8}))?$') as days
  where i.inhparent = parent::regclass and days is not null
$$;

-- Drops the partitions of days before `first_kept`, the oldest first, at most `most` of them. What is dropped is gone, so
-- the database's own clock must agree that it has expired.
create function platform.drop_expired(parent text, first_kept date, retention_days integer, most integer) returns integer
language plpgsql as $$
declare
  expired regclass;
  dropped integer := 0;
begin
  for expired in
    select partition from platform.day_partitions(parent)
    where last_day < least(first_kept, (now() at time zone 'UTC')::date - retention_days)
    order by last_day limit most
  loop
    execute format('drop table %s', expired);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
