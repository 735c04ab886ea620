create schema events;

create sequence events.place;

-- The last transaction that had ended when a statement began to write.
create function events.last_ended() returns xid8 language sql stable as $$
  select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8
$$;

-- Long transactions that write events of one account only, such as a roster of a million vehicles.
create table events.long_writers (
  transaction_id xid8,
  account_id text collate "C",
  primary key (transaction_id, account_id)
);

-- Transaction ids order the log within one history only. A database that was restored or moved counts on from a lower id, and
-- gives ids a second time that readers have seen. So a place in the log begins with an era, and every history has its own.
create table events.log_epochs (
  -- Seconds since 1970 when it began, so that it is higher than that of any history that a restore has discarded and that this
  -- database knows nothing of; 0 is the first.
  era bigint primary key,
  history text collate "C" not null,
  began_at timestamptz not null default clock_timestamp(),
  -- Workers do nothing until somebody has looked at what a restore brought back.
  paused boolean not null default false
);

-- Which history this server writes: each cluster has an identifier, and each promotion and each recovery to a point in time
-- begins a timeline. A connection asks once for its cluster, which it never leaves.
create function events.history() returns text language plpgsql stable as $$
declare
  cluster text := current_setting('makewhole.cluster', true);
begin
  if coalesce(cluster, '') = '' then
    cluster := set_config('makewhole.cluster', events.cluster(), false);
  end if;
  if cluster = 'unknown' then
    return cluster;
  end if;
  return cluster || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
end $$;

-- Begins an era after the last one. What had registered as a long writer was of another history: its id is given again.
create function events.begin_epoch(here text, pause boolean) returns events.log_epochs language sql as $$
  delete from events.long_writers where here <> (select history from events.log_epochs order by era desc limit 1);
  insert into events.log_epochs (era, history, paused)
  select greatest(coalesce(max(era) + 1, 0), extract(epoch from clock_timestamp())::bigint), here, pause from events.log_epochs
  returning *;
$$;

-- The era of what is written now. The first to write in a new history begins one, whoever it is and however the database came
-- here, so no write can fall into an era of another history. After a promotion work goes on; another cluster holds a copy, of
-- which much may have been sent before.
create function events.enter_epoch() returns events.log_epochs language plpgsql as $$
declare
  last events.log_epochs;
  here text := events.history();
begin
  select * into last from events.log_epochs order by era desc limit 1;
  if last.history = here then
    return last;
  end if;
  -- Others that are first wait here until this one has committed, and then find its era.
  lock table events.log_epochs in share row exclusive mode;
  select * into last from events.log_epochs order by era desc limit 1;
  if last.history = here then
    return last;
  end if;
  return events.begin_epoch(here, last.paused or split_part(last.history, '/', 1) <> split_part(here, '/', 1));
end $$;

-- One row per change, written in the change's own transaction. Partitioned by day so that a day is dropped, not deleted.
create table events.events (
  id text collate "C",
  created_at timestamptz,
  type text not null,
  -- Whom the event is told to: an agent principal or an institution; null when there is nobody to tell.
  account_id text collate "C",
  subject_id text collate "C" not null,
  livemode boolean not null,
  -- The thin envelope, byte for byte as it is listed and delivered.
  thin text not null,
  transaction_id xid8 not null default GREATEST(pg_current_xact_id(), events.last_ended()),
  place bigint not null default nextval('events.place'::regclass),
  era bigint not null default (events.enter_epoch()).era,
  primary key (id, created_at)
) partition by range (created_at);
-- The log of an account in its order.
create index events_account_log on only events.events (account_id, era, transaction_id, place) where account_id is not null;
create index events_subject on events.events (subject_id);
select platform.protect_account('events.events', 'account_id');

create table events.events_default partition of events.events default;

-- Up to where the log had been written when a day of it had been over for a while. What transactions that began before
-- may still add is ordered before this place, so the day is complete for an account once its horizon has come here.
create table events.closed_days (
  day date primary key,
  era bigint not null,
  transaction_id xid8 not null,
  noted_at timestamptz(3) not null,
  -- When the seals of all accounts had been made; null while an earlier transaction is open.
  sealed_at timestamptz(3)
);

-- What a day of an account's log consisted of, in UTC, so that a receiver can tell whether it has all of it. A day without
-- events has no row: it is sealed with the day.
create table events.daily_digests (
  account_id text collate "C",
  livemode boolean,
  day date,
  count integer not null check (count > 0),
  first_id text collate "C" not null,
  last_id text collate "C" not null,
  -- Over the ids in the order of their bytes, joined by line feeds.
  sha256 bytea not null check (length(sha256) = 32),
  sealed_at timestamptz(3) not null,
  primary key (account_id, livemode, day)
);
select platform.protect_account('events.daily_digests', 'account_id');

-- Days whose log is not what was sealed, with what was found instead; each is found once.
create table events.broken_digests (
  account_id text collate "C",
  livemode boolean,
  day date,
  count integer not null,
  sha256 bytea not null check (length(sha256) = 32),
  found_at timestamptz(3) not null,
  primary key (account_id, livemode, day)
);
select platform.protect_account('events.broken_digests', 'account_id');

-- Up to where an account's log is complete: below the oldest open transaction that may still write into it. One that is
-- known to write for another account, or in another database of the server, cannot.
create function events.horizon(account text) returns xid8 language sql stable as $$
  select coalesce(
    (select min(open.id) from pg_snapshot_xip(pg_current_snapshot()) as open (id)
     where not exists (select from events.long_writers w where w.transaction_id = open.id and w.account_id <> account)
       and not exists (select from pg_stat_get_activity(null) a
         where a.backend_xid = open.id::xid and a.datid <> (select oid from pg_database where datname = current_database()))),
    pg_snapshot_xmax(pg_current_snapshot()))
$$;

-- Which cluster a connection is to; asking reads a file, and where it is not allowed eras begin by command alone.
create function events.cluster() returns text language plpgsql stable as $$
begin
  perform pg_walfile_name(pg_current_wal_insert_lsn());
  return (select system_identifier from pg_control_system());
exception when insufficient_privilege or feature_not_supported or undefined_function then
  return 'unknown';
end $$;

-- Begins an era within the same history, for what cannot be noticed: a disk that was put back to an earlier state. Nobody
-- writes while it begins, so what has an earlier era is complete.
create function events.raise_epoch() returns events.log_epochs language plpgsql as $$
begin
  lock table events.events in share row exclusive mode;
  lock table events.log_epochs in share row exclusive mode;
  return events.begin_epoch(events.history(), true);
end $$;

-- The era that may still be written. In a history that nobody has written yet, everything there is is complete.
create function events.open_epoch() returns bigint language plpgsql stable as $$
declare
  last events.log_epochs;
begin
  select * into last from events.log_epochs order by era desc limit 1;
  if pg_is_in_recovery() or last.history = events.history() then
    return last.era;
  end if;
  return 9223372036854775807;
end $$;

-- Behind which place a reader goes on who has come this far. An era that this log does not know, or an id that its cluster has
-- not given yet, was of a history that a restore has discarded: where that left ours is not known, so the reader goes on from the
-- beginning of the last era that both can have had, and gets some events again rather than none.
create function events.go_on_from(in_era bigint, in_transaction xid8, in_place bigint)
returns table (era bigint, transaction_id xid8, place bigint) language sql stable rows 1 as $$
  select f.era, case when f.known then in_transaction else '0'::xid8 end, case when f.known then in_place else 0 end
  from (
    select e.era, e.era = in_era
      and (in_transaction < pg_snapshot_xmax(pg_current_snapshot()) or in_era <> events.open_epoch()) as known
    from events.log_epochs e where e.era <= in_era order by e.era desc limit 1) f
$$;

create function events.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is only added to', tg_table_schema, tg_table_name;
end $$;

create trigger seals_stay before update or delete on events.daily_digests
  for each row execute function events.refuse_change();
create trigger seals_stay_all before truncate on events.daily_digests
  for each statement execute function events.refuse_change();
create trigger broken_seals_stay before update or delete on events.broken_digests
  for each row execute function events.refuse_change();
create trigger broken_seals_stay_all before truncate on events.broken_digests
  for each statement execute function events.refuse_change();

insert into events.log_epochs (era, history) values (0, events.history());

-- Listing events needs to know which open transactions write for others, and registering a writer removes those that have
-- ended. An entry itself is made only for one's own account.
do $$
declare
  owner constant text := (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner
    where c.oid = 'events.long_writers'::regclass);
begin
  execute format('create policy owner on events.long_writers to %I using (true)', owner);
end $$;
create policy every_writer on events.long_writers for select to makewhole_api using (true);
create policy ended on events.long_writers for delete to makewhole_api using (true);
create policy own_account on events.long_writers for insert to makewhole_api
  with check ((select coalesce(current_setting('makewhole.account', true), '')) in ('', '*', account_id));
create policy service on events.long_writers to makewhole_worker, makewhole_cli using (true);
alter table events.long_writers enable row level security;
alter table events.long_writers force row level security;
