-- The processes connect as roles that own nothing: makewhole_api, makewhole_worker and makewhole_cli. Roles belong to the
-- whole server, so another database on it may have created them already.
do $$
declare
  name text;
begin
  foreach name in array array['makewhole_api', 'makewhole_worker', 'makewhole_cli'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I login', name);
      exception
        when duplicate_object or unique_violation then null;
        when insufficient_privilege then
          raise exception 'the role % does not exist, and % may not create it', name, current_user
            using hint = 'Let a superuser run deploy/postgres/roles.sql once, then migrate again.';
      end;
    end if;
  end loop;
  -- pg_monitor shows the text of every statement on the server, so the worker alone has it: it measures replication and WAL.
  -- pg_read_all_stats lets status.commits_wait() see other sessions. Without them these alarms are silent.
  begin
    grant pg_monitor to makewhole_worker;
    execute format('grant pg_read_all_stats to %I', current_user);
  exception when insufficient_privilege then null;
  end;
end $$;

-- Compiling a plan takes seconds where tables have a partition per day, and saves nothing: our statements read few rows. Where the
-- migrating role may not change other roles, deploy/postgres/roles.sql does it, and `makewhole doctor` asks for that.
do $$
declare
  name text;
begin
  foreach name in array array['makewhole_api', 'makewhole_worker', 'makewhole_cli'] loop
    if not exists (
      select from pg_db_role_setting where setrole = to_regrole(name) and setdatabase = 0 and 'jit=off' = any(setconfig)
    ) then
      execute format('alter role %I set jit = off', name);
    end if;
  end loop;
-- The last two: another database on the server is being migrated at the same moment.
exception when insufficient_privilege or unique_violation or internal_error then null;
end $$;

create schema platform;

-- Answers already given, by caller and Idempotency-Key; written in the transaction they answer for.
create table platform.idempotency (
  scope text collate "C",
  key text collate "C",
  fingerprint bytea not null,
  status smallint not null,
  encrypted_body bytea not null,
  expires_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_expires_at on platform.idempotency (expires_at);

-- Rate-limit counters in the shape rate-limiter-flexible writes. Unlogged: after a crash every window starts anew.
create unlogged table platform.counters (
  key character varying(255) primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 50);
create index counters_expire on platform.counters (expire);

-- How far the test clock is ahead, shared by every process; used only where ALLOW_TEST_CLOCK is set.
create table platform.test_clock (
  one boolean default true primary key check (one),
  offset_ms bigint not null
);

-- How much of what costs money was used on a day, by what it is. Never in Redis: losing it would spend it twice.
create table platform.daily_budgets (
  name text collate "C",
  day date,
  spent integer not null,
  primary key (name, day)
);

-- Calls of the last minute, for limits that hold in any window of their length. Unlogged, like the other counters: after a
-- crash every window starts anew. Callers are institutions in one mode, so there are few rows, and none need be purged.
create unlogged table platform.recent_calls (
  key text collate "C" primary key,
  -- Calls by sixtieths of the window, oldest first: when the last call of each was, in unix milliseconds, and how many it had.
  lasts bigint[] not null,
  counts integer[] not null
) with (fillfactor = 50);

-- Every process that runs the service, and how new its code is. What an older version still needs is not taken away while one
-- of that version reports (platform/db/migrate.ts).
create table platform.processes (
  name text collate "C" primary key,
  -- The newest migration that its code has.
  newest_migration text collate "C" not null,
  beat_at timestamptz not null default now(),
  -- Which keys of DATA_KEY each process has, by their ids and never the keys, and which one it writes with.
  keys text[],
  writes_with text collate "C"
);

-- The tables that are partitioned by day. Nobody but their owner says which they are, and how long a day is kept at least.
create table platform.day_tables (
  parent text collate "C" primary key,
  key text collate "C" not null,
  retention_days integer not null
);

-- When each key was first and last written with, by any process. A link that is stored nowhere is not older than that.
create table platform.data_keys (
  id text collate "C" primary key,
  first_written_at timestamptz not null default now(),
  last_written_at timestamptz not null default now()
);

-- Stylesheets, scripts and the font of pages, by the address that a page has for them. During a rolling deploy a page of one version asks a
-- process of the other for them, and a tab that is open keeps asking afterwards.
create table platform.assets (
  path text collate "C" primary key,
  type text not null,
  content bytea not null,
  -- Since when no page names it any more; null for the version that started last.
  replaced_at timestamptz
);

-- Makes the partitions of `days` days from `first_day` on; a day that exists stays as it is. Rows that the default
-- partition caught for such a day move into it.
create function platform.make_partitions(parent text, key text, first_day date, days integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_of platform.day_tables := platform.require_day_table(parent);
  day date;
  name text;
  low text;
  high text;
  made integer := 0;
begin
  for day in select first_day + n from generate_series(0, least(days, 400) - 1) as n loop
    name := table_of.parent || '_' || to_char(day, 'YYYYMMDD');
    low := day::text || 'T00:00:00Z';
    high := (day + 1)::text || 'T00:00:00Z';
    continue when to_regclass(name) is not null;
    -- Nobody may write a row of that day into the default partition between its move and the attachment.
    execute format('lock table %s_default in access exclusive mode', table_of.parent);
    execute format('create table %s (like %s including defaults including constraints)', name, table_of.parent);
    execute format(
      'with moved as (delete from %s_default where %I >= %L and %I < %L returning *) insert into %s select * from moved',
      table_of.parent, table_of.key, low, table_of.key, high, name);
    execute format('alter table %s attach partition %s for values from (%L) to (%L)', table_of.parent, name, low, high);
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
create function platform.drop_expired(parent text, first_kept date, retention_days integer, most integer)
returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_of platform.day_tables := platform.require_day_table(parent);
  expired regclass;
  dropped integer := 0;
begin
  for expired in
    select partition from platform.day_partitions(table_of.parent)
    where last_day < least(first_kept,
      (now() at time zone 'UTC')::date - greatest(drop_expired.retention_days, table_of.retention_days))
    order by last_day limit least(most, 2)
  loop
    execute format('drop table %s', expired);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- What partitions need is done as their owner, for these tables only. The names of tables in statements come from here.
create function platform.require_day_table(name text) returns platform.day_tables
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  found_table platform.day_tables;
begin
  select * into found_table from platform.day_tables where parent = name;
  if found_table is null then
    raise exception 'the table % is not partitioned by day', name using errcode = '42501';
  end if;
  return found_table;
end $$;

-- Deletes what has expired of the default partition and of those of several days: the two oldest days of each.
create function platform.delete_expired(parent text, first_kept date) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_of platform.day_tables := platform.require_day_table(parent);
  target text;
  deleted integer;
  total integer := 0;
begin
  for target in
    select table_of.parent || '_default'
    union all
    select partition::text from platform.day_partitions(table_of.parent) where last_day > first_day and first_day < first_kept
  loop
    execute format(
      'delete from %s where %I < (least($1, (now() at time zone ''UTC'')::date - $2,
         (select (min(%I) at time zone ''UTC'')::date + 2 from %s)))::timestamp at time zone ''UTC''',
      target, table_of.key, table_of.key, target)
    using first_kept, table_of.retention_days;
    get diagnostics deleted = row_count;
    total := total + deleted;
  end loop;
  return total;
end $$;

-- The default partition becomes the partition of the days it has caught, in three steps: a check that is not valid yet, its
-- validation while all goes on, and the swap. The last drops the check of a run that did not come to its end.
create function platform.check_caught(parent text, first_day date, last_day date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_of platform.day_tables := platform.require_day_table(parent);
begin
  perform platform.uncheck_caught(parent);
  execute format('alter table %s_default add constraint caught_days check (%I >= %L and %I < %L) not valid',
    table_of.parent, table_of.key, first_day::text || 'T00:00:00Z', table_of.key, (last_day + 1)::text || 'T00:00:00Z');
end $$;

create function platform.uncheck_caught(parent text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_of platform.day_tables := platform.require_day_table(parent);
begin
  execute format('alter table %s_default drop constraint if exists caught_days', table_of.parent);
end $$;

create function platform.validate_caught(parent text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_of platform.day_tables := platform.require_day_table(parent);
begin
  execute format('alter table %s_default validate constraint caught_days', table_of.parent);
end $$;

create function platform.attach_caught(parent text, first_day date, last_day date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_of platform.day_tables := platform.require_day_table(parent);
  name text := format('%s_%s_%s', table_of.parent, to_char(first_day, 'YYYYMMDD'), to_char(last_day, 'YYYYMMDD'));
begin
  execute format('alter table %s detach partition %s_default', table_of.parent, table_of.parent);
  execute format('alter table %s_default rename to %I', table_of.parent, split_part(name, '.', 2));
  execute format('alter table %s attach partition %s for values from (%L) to (%L)', table_of.parent, name,
    first_day::text || 'T00:00:00Z', (last_day + 1)::text || 'T00:00:00Z');
  execute format('alter table %s drop constraint caught_days', name);
  execute format('revoke all on %s from makewhole_worker, makewhole_cli', name);
  execute format('create table %s_default partition of %s default', table_of.parent, table_of.parent);
  execute format('grant select on %s_default to makewhole_worker, makewhole_cli', table_of.parent);
end $$;

-- What each role may do. Runs after every migration, and only as the owner. Roles have only what is granted here: no process may
-- change the schema, truncate, or read a partition past the policies of its table. The head of the trail is only updated, and only
-- the worker chains the consent ledger and notes anchors.
create function platform.grant_roles() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  roles constant text := 'makewhole_api, makewhole_worker, makewhole_cli';
  schema text;
  target text;
  step text;
  -- What else the worker and commands do: erase what is due, and encrypt again with a newer key.
  later text;
begin
  for schema in
    select nspname from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'pgboss', 'public')
      and pg_has_role(nspowner, 'usage')
  loop
    execute format('grant usage on schema %I to %s', schema, roles);
    execute format('grant usage on all sequences in schema %I to %s', schema, roles);
    execute format('revoke execute on all functions in schema %I from public', schema);
    execute format('grant execute on all functions in schema %I to %s', schema, roles);
  end loop;
  for target in
    select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and has_schema_privilege('makewhole_api', n.oid, 'usage')
      and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'pgboss', 'public')
  loop
    execute format('revoke all on %s from %s', target, roles);
    execute format('grant select, insert, update, delete on %s to %s', target, roles);
  end loop;
  -- Written once, except for what is named here; nobody may change or delete the rest.
  for target, step, later in
    select * from (values
      ('platform.day_tables', null, null),
      ('anchors.anchors', null, 'insert'),
      ('audit.entries', 'insert', 'update (reason, erased_mac)'),
      ('audit.head', 'update (seq, mac, seal)', null),
      ('consent.entries', 'insert', 'update (seq, chain_mac, encrypted_details, erased_at, erased_before, erased_mac)'),
      ('consent.head', null, 'update (seq, mac, seal)'),
      ('consent.wordings', 'insert', null),
      ('facts.changes', 'insert', 'update (encrypted_change, erased_at)'),
      ('appraisals.versions', 'insert, update (withdrawn_at, withdrawn_by, encrypted_withdrawal)',
        'update (encrypted_inputs, encrypted_token, token_hash, erased_at)'),
      ('report_checks.releases', 'insert', 'update (encrypted_findings, erased_at)'),
      ('exposure.loan_statements', 'insert', null),
      ('exposure.receipts', 'insert', null),
      ('exposure.terms_history', 'insert', null)) as written
  loop
    execute format('revoke insert, update, delete on %s from %s', target, roles);
    if step is not null then
      execute format('grant %s on %s to %s', step, target, roles);
    end if;
    if later is not null then
      execute format('grant %s on %s to makewhole_worker, makewhole_cli', later, target);
    end if;
  end loop;
  for target in select parent from platform.day_tables loop
    execute format('grant select on %s_default to makewhole_worker, makewhole_cli', target);
  end loop;
  -- Partitions are the worker's, and the command's that looks after them.
  for step in
    select p.oid::regprocedure::text from pg_proc p
    where p.pronamespace = 'platform'::regnamespace and (p.prosecdef or p.proname in ('drop_partitions', 'grant_roles'))
  loop
    execute format('revoke execute on function %s from %s', step, roles);
    if step not like 'platform.drop_partitions%' and step not like 'platform.grant_roles%' then
      execute format('grant execute on function %s to makewhole_worker, makewhole_cli', step);
    end if;
  end loop;
  grant select on public.migrations to makewhole_api, makewhole_worker, makewhole_cli;
end $$;

-- Rows of an account are seen by whoever acts for it. The api says for whom in makewhole.account, a setting of its
-- transaction: the id of an account, or * where staff and the service itself act for all. Without it the api sees nothing.
-- The worker and the command act for all. The owner does too, unless it says for whom it acts.
create function platform.protect_rows(target regclass, own text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  owner constant text := (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner where c.oid = target);
begin
  execute format('create policy own_account on %s to makewhole_api, %I using (%s)', target, owner, own);
  execute format($f$create policy every_account on %s to makewhole_api
    using ((select current_setting('makewhole.account', true)) = '*')$f$, target);
  execute format($f$create policy owner on %s to %I
    using ((select coalesce(current_setting('makewhole.account', true), '')) in ('', '*'))$f$, target, owner);
  execute format('create policy service on %s to makewhole_worker, makewhole_cli using (true)', target);
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
end $$;

-- By the column that names the account.
create function platform.protect_account(target regclass, account_column text) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select platform.protect_rows(target, format('%I = (select current_setting(''makewhole.account'', true))', account_column))
$$;

-- SQLSTATE MW401; the message is the reason, which names nobody.
create function platform.refuse_credential(reason text) returns void language plpgsql as $$
begin
  raise exception using errcode = 'MW401', message = reason;
end $$;

create function platform.share_owner(owner text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('credentials.owner/' || owner, 0));
end $$;

-- Whether this transaction wrote the row: who rotates a key or signs out ends what the request itself came with.
create function platform.is_own_change(written_by xid) returns boolean language sql stable as $$
  select written_by = pg_current_xact_id_if_assigned()::xid
$$;

-- The argument is the column that names the owner.
create function platform.lock_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('credentials.owner/' || (to_jsonb(old) ->> tg_argv[0]), 0));
  return null;
end $$;

-- Whether a value is the same, or was encrypted again with another key: bytes 2 to 5 are the key's id. That it says the same is
-- ensured by the key: nobody else makes one that opens in its row.
create function platform.is_encrypted_again(prior bytea, next bytea) returns boolean language sql immutable
  return prior is not distinct from next
    or coalesce(octet_length(next) >= 34 and substr(prior, 2, 4) <> substr(next, 2, 4), false);

-- Counts a call against a limit. Returns how long to wait, how many more calls there is room for, and in how many milliseconds the
-- oldest counted call leaves the window: the RateLimit headers.
create function platform.count_call(
  caller text, at_ms bigint, window_ms bigint, most integer,
  out wait_ms bigint, out remaining bigint, out reset_ms bigint
)
language plpgsql as $$
declare
  slice_ms constant bigint := greatest(1, window_ms / 60);
  now_ms bigint;
  held_lasts bigint[];
  held_counts integer[];
  newest integer;
  oldest integer;
  total bigint := 0;
begin
  select lasts, counts into held_lasts, held_counts from platform.recent_calls where key = caller for update;
  if not found then
    insert into platform.recent_calls (key, lasts, counts) values (caller, '{}', '{}') on conflict do nothing;
    select lasts, counts into held_lasts, held_counts from platform.recent_calls where key = caller for update;
  end if;
  -- A call from beyond a whole window to come was counted by a clock that was wrong: nobody is held to it until then.
  if held_lasts[cardinality(held_lasts)] > at_ms + window_ms then
    held_lasts := '{}';
    held_counts := '{}';
  end if;
  newest := cardinality(held_lasts);
  -- The clocks of two processes differ a little; time does not run backwards for that.
  now_ms := greatest(at_ms, held_lasts[newest]);
  oldest := newest + 1;
  for place in reverse newest..1 loop
    exit when held_lasts[place] <= now_ms - window_ms;
    oldest := place;
    total := total + held_counts[place];
    -- With this one the window is full: when it leaves, there is room.
    if total >= most then
      wait_ms := held_lasts[place] + window_ms - now_ms;
      remaining := 0;
      reset_ms := wait_ms;
      return;
    end if;
  end loop;
  if oldest <= newest and held_lasts[newest] / slice_ms = now_ms / slice_ms then
    held_lasts[newest] := now_ms;
    held_counts[newest] := held_counts[newest] + 1;
  else
    held_lasts := held_lasts || now_ms;
    held_counts := held_counts || 1;
  end if;
  update platform.recent_calls set lasts = held_lasts[oldest:], counts = held_counts[oldest:] where key = caller;
  wait_ms := 0;
  remaining := most - total - 1;
  reset_ms := held_lasts[oldest] + window_ms - now_ms;
end
$$;

-- Autovacuum analyzes partitions and never their parents, and without statistics of the parent a join with it is planned blindly. A worker
-- asks each time it starts; once in half a day is enough.
create function platform.analyze_day_table(parent text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  table_of platform.day_tables := platform.require_day_table(parent);
begin
  if exists (
    select from pg_stat_all_tables where relid = table_of.parent::regclass and last_analyze > now() - interval '12 hours'
  ) then
    return false;
  end if;
  execute format('analyze %s', table_of.parent);
  return true;
end $$;

insert into platform.day_tables values
  ('events.events', 'created_at', 31),
  ('webhooks.delivery_history', 'finished_at', 31),
  ('webhooks.attempts', 'at', 31),
  ('request_log.requests', 'at', 30),
  ('request_log.contents', 'at', 7);
