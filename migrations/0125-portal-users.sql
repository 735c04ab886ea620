-- Users of the partner portal, their roles at institutions, and their sessions in browsers.
create schema portal;

create table portal.users (
  id text collate "C" primary key,
  -- Normalized: one account for each address.
  email text not null unique check (length(email) between 3 and 254),
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3)
);

-- One user may have a role at several institutions: a GAP administrator serves many lenders.
create table portal.role_assignments (
  user_id text collate "C" not null references portal.users,
  institution_id text collate "C" not null references partners.institutions,
  role text not null check (role in ('owner', 'admin', 'developer', 'operations', 'finance', 'read_only')),
  created_at timestamptz(3) not null,
  primary key (user_id, institution_id)
);
create index role_assignments_institution on portal.role_assignments (institution_id, user_id);
select platform.protect_account('portal.role_assignments', 'institution_id');

create table portal.sessions (
  id text collate "C" primary key,
  -- A fingerprint; the token is in the cookie alone.
  token_hash bytea not null unique,
  user_id text collate "C" not null references portal.users,
  method text not null,
  -- Set where an institution's own issuer signed the user in: the session opens that institution alone.
  institution_id text collate "C",
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Until when no new code is asked for.
  fresh_until timestamptz(3),
  ended_at timestamptz(3)
);
create index sessions_of_user on portal.sessions (user_id) where ended_at is null;
create index sessions_expiry on portal.sessions (expires_at);

-- As those of 0111: read again when the work of a request commits.
create function portal.recheck_session(member text, credential text, institution text, at timestamptz, roles text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_role text;
begin
  perform access.share_owner(member);
  perform access.share_owner(institution);
  select a.role into found_role
  from portal.sessions e
    join portal.users u on u.id = e.user_id
    join portal.role_assignments a on a.user_id = u.id
    join access.principals p on p.id = a.institution_id
  where e.id = credential and e.user_id = member and e.expires_at > at and u.disabled_at is null
    and (e.institution_id is null or e.institution_id = institution)
    and a.institution_id = institution and p.status = 'active'
    and (e.ended_at is null or access.is_own_change(e.xmin));
  if not found then perform access.refuse_credential('revoked'); end if;
  if found_role <> all(roles) then perform access.refuse_credential('role'); end if;
end $$;

create function portal.recheck_user(member text, credential text, at timestamptz) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform access.share_owner(member);
  perform from portal.sessions e join portal.users u on u.id = e.user_id
  where e.id = credential and e.user_id = member and e.expires_at > at and u.disabled_at is null
    and (e.ended_at is null or access.is_own_change(e.xmin));
  if not found then perform access.refuse_credential('revoked'); end if;
end $$;

create constraint trigger lock_owner after update of ended_at on portal.sessions
  deferrable initially deferred for each row when (old.ended_at is distinct from new.ended_at)
  execute function access.lock_owner('user_id');
create constraint trigger lock_owner after update of role or delete on portal.role_assignments
  deferrable initially deferred for each row
  execute function access.lock_owner('user_id');
create constraint trigger lock_owner after update of disabled_at on portal.users
  deferrable initially deferred for each row when (old.disabled_at is distinct from new.disabled_at)
  execute function access.lock_owner('id');
