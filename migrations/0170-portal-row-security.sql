-- Sessions, sign-ups and pairings are found by a secret before an institution is known, so a transaction that acts for no account
-- sees them as before. One that acts for an institution no longer sees those of another: whoever forgets a condition finds nothing.
do $$
declare
  -- What belongs to no institution (yet): a session opened by a user's own password or passkey, and a pairing that nobody has approved.
  own_or_none constant text := $e$institution_id is null or institution_id = (select current_setting('makewhole.account', true))$e$;
  target text;
begin
  perform platform.protect_rows('portal.sessions', own_or_none);
  perform platform.protect_rows('portal.pairings', own_or_none);
  perform platform.protect_account('portal.sign_ups', 'institution_id');
  foreach target in array array['portal.sessions', 'portal.pairings', 'portal.sign_ups'] loop
    execute format($f$create policy no_account on %s to makewhole_api
      using ((select coalesce(current_setting('makewhole.account', true), '')) = '')$f$, target);
  end loop;
end $$;

-- Whoever lists events must know which open transactions write for others (0025), and whoever registers a writer or begins an era
-- removes what has ended. Only the entry itself is made for one's own account.
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
