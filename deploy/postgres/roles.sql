-- The roles that the service connects as. Once per server, as a superuser; again does no harm:
--   psql -f deploy/postgres/roles.sql
-- Passwords are yours to set: \password makewhole_api. Where the database has another owner than makewhole_migrate, name it:
--   psql -v owner=makewhole -f deploy/postgres/roles.sql
\set ON_ERROR_STOP on
\if :{?owner}
\else
  \set owner makewhole_migrate
\endif
select format('create role %I login', name) from unnest(array[:'owner', 'makewhole_api', 'makewhole_worker', 'makewhole_cli']) as name
where not exists (select from pg_roles where rolname = name) \gexec
-- The owner hands the schema of the job engine to the worker.
grant makewhole_worker to :"owner";
-- The worker measures replication and WAL. pg_monitor shows the text of every statement on the server, so nobody else has it: what the
-- api must know of other sessions it asks a function of the owner.
grant pg_monitor to makewhole_worker;
select format('revoke pg_monitor from %I', rolname) from pg_roles
where rolname in ('makewhole_api', 'makewhole_cli') and pg_has_role(rolname, 'pg_monitor', 'member') \gexec
grant pg_read_all_stats to :"owner";
-- Compiling a plan costs seconds where tables have a partition per day, and saves nothing: our statements read few rows.
select format('alter role %I set jit = off', name) from unnest(array['makewhole_api', 'makewhole_worker', 'makewhole_cli']) as name \gexec
