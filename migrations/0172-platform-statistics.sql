-- pg_monitor shows the text of every statement on the server, so the api and the commands no longer have it (deploy/postgres/roles.sql).
-- What the api must know of other sessions a function of the owner answers, and says no more than that. It takes pg_read_all_stats for the
-- owner; without it only the owner's own sessions are seen.

-- Whether a commit of this database has waited for a synchronous standby for more than two seconds.
create function status.commits_wait() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
    and query_start < clock_timestamp() - interval '2 seconds')
$$;

-- Roles belong to the whole server, and processes of another database there may be of an older version that still needs the right. So it
-- is revoked here where this database is the only one, and by deploy/postgres/roles.sql otherwise.
do $$
begin
  if not exists (select from pg_database where not datistemplate and datname not in ('postgres', current_database())) then
    revoke pg_monitor from makewhole_api, makewhole_cli;
    execute format('grant pg_read_all_stats to %I', current_user);
  end if;
exception when insufficient_privilege then null;
end $$;
