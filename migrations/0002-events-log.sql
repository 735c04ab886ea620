create schema events;

-- The place of an event in the log. Ids order by time, but only this and the transaction id order by commit.
create sequence events.place;

-- One row per change, written in the change's own transaction. Partitioned by day so that a day is dropped, not deleted.
create table events.events (
  id text collate "C" not null,
  created_at timestamptz not null,
  type text not null,
  -- Whom the event is told to: an agent principal or an institution; null when there is nobody to tell.
  account_id text collate "C",
  subject_id text collate "C" not null,
  livemode boolean not null,
  -- The thin envelope, byte for byte as it is listed and delivered.
  thin text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  place bigint not null default nextval('events.place'),
  primary key (id, created_at)
) partition by range (created_at);

create index events_account_place on events.events (account_id, transaction_id, place) where account_id is not null;
create index events_subject on events.events (subject_id);

-- Catches what no day partition covers, so that a late partition job never refuses a write.
create table events.events_default partition of events.events default;

-- Makes the partitions of `days` days from `first_day` on; a day that exists stays as it is. Rows that the
-- default partition caught for such a day move into it.
create function events.make_partitions(first_day date, days integer) returns integer
language plpgsql as $$
declare
  day date;
  name text;
  made integer := 0;
begin
  for day in select first_day + n from generate_series(0, days - 1) as n loop
    name := 'events_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass('events.' || name) is not null;
    execute format('create table events.%I (like events.events including defaults)', name);
    execute format(
      'with moved as (delete from events.events_default where created_at >= %L and created_at < %L returning *)
       insert into events.%I select * from moved',
      day::text || 'T00:00:00Z', (day + 1)::text || 'T00:00:00Z', name);
    execute format('alter table events.events attach partition events.%I for values from (%L) to (%L)',
      name, day::text || 'T00:00:00Z', (day + 1)::text || 'T00:00:00Z');
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the partitions of days before `first_kept`.
create function events.drop_partitions(first_kept date) returns integer
language plpgsql as $$
declare
  name text;
  dropped integer := 0;
begin
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events.events'::regclass and c.relname ~ '^events_\d{8}$'
      and to_date(substr(c.relname, 8), 'YYYYMMDD') < first_kept
  loop
    execute format('drop table events.%I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
