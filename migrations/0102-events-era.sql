-- Transaction ids order the log within one history only. A database that was restored or moved counts on from a lower id, and
-- gives ids a second time that readers have seen. So a place in the log begins with an era, and every history has its own.
create table events.eras (
  -- Seconds since 1970 when it began, so that it is higher than that of any history that a restore has discarded and that this
  -- database knows nothing of; 0 is the first.
  era bigint primary key,
  history text collate "C" not null,
  began_at timestamptz not null default clock_timestamp(),
  -- Workers do nothing until somebody has looked at what a restore brought back.
  paused boolean not null default false
);

-- Which cluster a connection is to; asking reads a file, and where it is not allowed eras begin by command alone.
create function events.cluster() returns text language plpgsql stable as $$
begin
  perform pg_walfile_name(pg_current_wal_insert_lsn());
  return (select system_identifier from pg_control_system());
exception when insufficient_privilege or feature_not_supported or undefined_function then
  return 'unknown';
end $$;

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
create function events.begin_era(here text, pause boolean) returns events.eras language sql as $$
  delete from events.long_writers where here <> (select history from events.eras order by era desc limit 1);
  insert into events.eras (era, history, paused)
  select greatest(coalesce(max(era) + 1, 0), extract(epoch from clock_timestamp())::bigint), here, pause from events.eras
  returning *;
$$;

-- The era of what is written now. The first to write in a new history begins one, whoever it is and however the database came
-- here, so no write can fall into an era of another history. After a promotion work goes on; another cluster holds a copy, of
-- which much may have been sent before.
create function events.enter_era() returns events.eras language plpgsql as $$
declare
  last events.eras;
  here text := events.history();
begin
  select * into last from events.eras order by era desc limit 1;
  if last.history = here then
    return last;
  end if;
  -- Others that are first wait here until this one has committed, and then find its era.
  lock table events.eras in share row exclusive mode;
  select * into last from events.eras order by era desc limit 1;
  if last.history = here then
    return last;
  end if;
  return events.begin_era(here, last.paused or split_part(last.history, '/', 1) <> split_part(here, '/', 1));
end $$;

-- Begins an era within the same history, for what cannot be noticed: a disk that was put back to an earlier state. Nobody
-- writes while it begins, so what has an earlier era is complete.
create function events.raise_era() returns events.eras language plpgsql as $$
begin
  lock table events.events in share row exclusive mode;
  lock table events.eras in share row exclusive mode;
  return events.begin_era(events.history(), true);
end $$;

-- The era that may still be written. In a history that nobody has written yet, everything there is is complete.
create function events.open_era() returns bigint language plpgsql stable as $$
declare
  last events.eras;
begin
  select * into last from events.eras order by era desc limit 1;
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
      and (in_transaction < pg_snapshot_xmax(pg_current_snapshot()) or in_era <> events.open_era()) as known
    from events.eras e where e.era <= in_era order by e.era desc limit 1) f
$$;

-- Every era began somewhere. Ids that this cluster has not given yet are those of another one.
insert into events.eras (era, history)
select 0, case when exists (
    select from events.events where transaction_id > greatest(pg_current_xact_id(), events.last_ended()))
  then 'another' else events.history() end;

alter table events.events add column era bigint not null default 0;
-- For the version before; ours asks once for all rows of a statement.
alter table events.events alter column era set default (events.enter_era()).era;
