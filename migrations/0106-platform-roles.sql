-- The processes connect as roles that own nothing: makewhole_api, makewhole_worker and makewhole_cli. Roles belong to the
-- whole server, so another database of it may have made them already.
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
  -- They see that commits wait for a standby, and the worker measures replication and WAL. Without it these alarms are silent.
  begin
    grant pg_monitor to makewhole_api, makewhole_worker, makewhole_cli;
  exception when insufficient_privilege then null;
  end;
  -- The worker's role owns the schema of the job engine, which is migrated together with ours.
  if not pg_has_role('makewhole_worker', 'usage') then
    begin
      execute format('grant makewhole_worker to %I', current_user);
    exception when insufficient_privilege then
      raise exception '% may not act as makewhole_worker', current_user
        using hint = 'Let a superuser run deploy/postgres/roles.sql once, then migrate again.';
    end;
  end if;
end $$;

-- The tables that are partitioned by day. Nobody but their owner says which they are, and how long a day is kept at least.
create table platform.day_tables (
  parent text collate "C" primary key,
  key text collate "C" not null,
  retention_days integer not null
);
insert into platform.day_tables values
  ('events.events', 'created_at', 31),
  ('webhooks.finished_deliveries', 'finished_at', 31),
  ('webhooks.attempts', 'at', 31);

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

create or replace function platform.make_partitions(parent text, key text, first_day date, days integer) returns integer
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

create or replace function platform.drop_expired(parent text, first_kept date, retention_days integer, most integer)
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

-- What each role may do; run after every migration, and by its owner only. Reached is what is granted here: no process may
-- change the schema, truncate, or read a partition past the policies of its table.
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
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'graphile_worker', 'public')
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
      and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker', 'public')
  loop
    execute format('revoke all on %s from %s', target, roles);
    execute format('grant select, insert, update, delete on %s to %s', target, roles);
  end loop;
  -- Written once, except for what is named here; nobody may change or delete the rest.
  for target, step, later in
    select * from (values
      ('platform.day_tables', null, null),
      ('audit.entries', 'insert', 'update (reason, erased_mac)'),
      ('consent.entries', 'insert, update (seq, chain_mac)', 'update (sealed_details, erased_at, erased_before, erased_mac)'),
      ('consent.wordings', 'insert', null),
      ('facts.changes', 'insert', 'update (sealed_change, erased_at)'),
      ('appraisals.versions', 'insert, update (withdrawn_at, withdrawn_by, sealed_withdrawal)',
        'update (sealed_inputs, sealed_token, token_hash, erased_at)'),
      ('report_checks.releases', 'insert', 'update (sealed_findings, erased_at)'),
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
