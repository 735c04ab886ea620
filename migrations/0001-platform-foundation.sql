-- Tables of the platform itself: no business word in them.
create schema platform;

-- Answers already given, by caller and Idempotency-Key; written in the transaction they answer for.
create table platform.idempotency (
  scope text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  sealed_body bytea not null,
  expires_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_expires_at on platform.idempotency (expires_at);

-- Rate-limit counters in the shape rate-limiter-flexible writes. Unlogged: after a crash every window starts anew.
create unlogged table platform.counters (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 50);
create index counters_expire on platform.counters (expire);

-- One row per living graphile-worker worker; whoever stops beating loses its locks to the sweeper.
create table platform.job_workers (
  worker_id text collate "C" primary key,
  beat_at timestamptz not null
);

-- Tables that grow by the day are partitioned by range of a timestamp `key`, with a partition `<table>_default` that
-- catches what no day covers, so that a late job never refuses a write.

-- Makes the partitions of `days` days from `first_day` on; a day that exists stays as it is. Rows that the default
-- partition caught for such a day move into it.
create function platform.make_partitions(parent text, key text, first_day date, days integer) returns integer
language plpgsql as $$
declare
  day date;
  name text;
  low text;
  high text;
  made integer := 0;
begin
  for day in select first_day + n from generate_series(0, days - 1) as n loop
    name := parent || '_' || to_char(day, 'YYYYMMDD');
    low := day::text || 'T00:00:00Z';
    high := (day + 1)::text || 'T00:00:00Z';
    continue when to_regclass(name) is not null;
    -- Nobody may write a row of that day into the default partition between its move and the attachment.
    execute format('lock table %s_default in access exclusive mode', parent);
    execute format('create table %s (like %s including defaults including constraints)', name, parent);
    execute format(
      'with moved as (delete from %s_default where %I >= %L and %I < %L returning *) insert into %s select * from moved',
      parent, key, low, key, high, name);
    execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent, name, low, high);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the partitions of days before `first_kept`.
create function platform.drop_partitions(parent text, first_kept date) returns integer
language plpgsql as $$
declare
  partition regclass;
  dropped integer := 0;
begin
  for partition in
    select c.oid from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and c.relname ~ '_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < first_kept
  loop
    execute format('drop table %s', partition);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
