-- Tokens with which a user's scripts and command line call the portal: of one institution, with some of the permissions that the
-- user's role has. A token never has more than the role has at the time of the call, and it goes with the role.
create table portal.tokens (
  id text collate "C" primary key,
  institution_id text collate "C" not null references partners.institutions,
  user_id text collate "C" not null,
  label text not null check (length(label) between 1 and 100),
  token_hash bytea not null unique,
  permissions text[] not null check (cardinality(permissions) between 1 and 50),
  modes text[] not null check (modes <@ array['live', 'test'] and cardinality(modes) between 1 and 2),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at <= created_at + interval '90 days'),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  foreign key (user_id, institution_id) references portal.role_assignments (user_id, institution_id) on delete cascade
);
create index tokens_of_user on portal.tokens (institution_id, user_id, id);
create index tokens_ended on portal.tokens (expires_at);
select platform.protect_account('portal.tokens', 'institution_id');

create constraint trigger lock_owner after update of revoked_at on portal.tokens
  deferrable initially deferred for each row when (old.revoked_at is distinct from new.revoked_at)
  execute function access.lock_owner('user_id');

-- As portal.recheck_session (0125).
create function portal.recheck_token(member text, credential text, institution text, at timestamptz, roles text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_role text;
begin
  perform access.share_owner(member);
  perform access.share_owner(institution);
  select a.role into found_role
  from portal.tokens t
    join portal.users u on u.id = t.user_id
    join portal.role_assignments a on a.user_id = u.id and a.institution_id = t.institution_id
    join access.principals p on p.id = a.institution_id
  where t.id = credential and t.user_id = member and t.institution_id = institution and t.expires_at > at
    and u.disabled_at is null and p.status = 'active'
    and (t.revoked_at is null or access.is_own_change(t.xmin));
  if not found then perform access.refuse_credential('revoked'); end if;
  if found_role <> all(roles) then perform access.refuse_credential('role'); end if;
end $$;

-- An institution reads its own part of the trail. Whoever adds an entry need not see it: people who are not signed in yet leave
-- entries too. Nobody who acts for an institution adds to the trail of another.
do $$
declare
  owner constant text := (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner
    where c.oid = 'audit.entries'::regclass);
begin
  execute format($f$create policy own_account on audit.entries for select to makewhole_api, %I
    using (institution_id = (select current_setting('makewhole.account', true)))$f$, owner);
  execute format($f$create policy owner on audit.entries to %I
    using ((select coalesce(current_setting('makewhole.account', true), '')) in ('', '*'))$f$, owner);
  execute format($f$create policy added on audit.entries for insert to makewhole_api, %I
    with check (institution_id is null or (select coalesce(current_setting('makewhole.account', true), '')) in ('', '*', institution_id))$f$,
    owner);
end $$;
create policy every_account on audit.entries to makewhole_api
  using ((select current_setting('makewhole.account', true)) = '*');
create policy service on audit.entries to makewhole_worker, makewhole_cli using (true);
alter table audit.entries enable row level security;
alter table audit.entries force row level security;

-- As in 0122, and as the owner who sees every entry: the head moves for people who see none. For whom the transaction acts is as
-- before when it returns; only a superuser could have it set for the function alone.
create or replace function audit.refuse_jump() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  acting constant text := coalesce(current_setting('makewhole.account', true), '');
  added boolean;
begin
  perform set_config('makewhole.account', '*', true);
  added := exists (
    select from audit.entries e where e.seq = new.seq and e.mac = new.mac and e.xmin = pg_current_xact_id()::xid);
  perform set_config('makewhole.account', acting, true);
  if new.one and new.seq = old.seq + 1 and new.seal is not null and added then
    return new;
  end if;
  raise exception 'audit.head only moves onto the entry that is added with it';
end $$;
