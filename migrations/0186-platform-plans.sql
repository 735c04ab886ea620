-- Compiling a plan costs seconds where tables have a partition per day, and saves nothing: our statements read few rows. Where the role
-- that migrates may not change other roles, deploy/postgres/roles.sql does it, and `makewhole doctor` asks for that.
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
-- The last two: another database of the server is migrated at the same moment.
exception when insufficient_privilege or unique_violation or internal_error then null;
end $$;

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
