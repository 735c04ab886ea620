create schema staff;

-- People of the team.
create table staff.members (
  id text collate "C" primary key,
  email text not null unique,
  name text not null,
  created_at timestamptz not null,
  -- What a person of the team may do. Whoever is there already keeps everything; whoever comes is given a role.
  role text not null default 'agent' check (role in ('caller', 'agent', 'lead', 'administrator')),
  disabled_at timestamptz,
  -- Whom the identity provider means, from the first sign-in on; an address may later belong to somebody else.
  oidc_issuer text,
  oidc_subject text,
  -- When somebody of the team was last seen; sessions are deleted a day after their end.
  last_seen_at timestamptz,
  -- What a caller speaks beside English.
  languages text[] not null default '{}'::text[],
  signed_in_at timestamptz,
  constraint members_oidc_whole check ((oidc_issuer is null) = (oidc_subject is null))
);
create unique index members_oidc on staff.members (oidc_issuer, oidc_subject) where (oidc_subject is not null);

-- Tokens for automation, made on the command line. Only a fingerprint is kept.
create table staff.tokens (
  id text collate "C" primary key,
  staff_id text collate "C" not null references staff.members(id),
  label text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz,
  -- What a token may do, and until when. Null: everything that its staff member may, until it is revoked.
  scopes text[],
  expires_at timestamptz
);

-- The way in without the identity provider: a password and an authenticator, never one without the other.
create table staff.passwords (
  staff_id text collate "C" primary key references staff.members(id),
  -- Parameters, salt and hash in one text.
  password_hash text not null,
  encrypted_totp bytea not null,
  -- The time step of the newest code that was taken: a code works once, and none before it does.
  last_step bigint not null,
  set_at timestamptz not null
);

create table staff.recovery_codes (
  staff_id text collate "C" references staff.members(id),
  code_hash bytea,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- Links with which a person sets password and authenticator, each once.
create table staff.setups (
  token_hash bytea primary key,
  staff_id text collate "C" not null references staff.members(id),
  encrypted_totp bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index setups_staff on staff.setups (staff_id);

create table staff.sessions (
  id text collate "C" primary key,
  token_hash bytea not null unique,
  staff_id text collate "C" not null references staff.members(id),
  method text not null check (method in ('oidc', 'password')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- What its owner is told after signing in.
  device_id text collate "C",
  previous_sign_in_at timestamptz,
  failed_tries integer,
  failed_networks integer,
  -- Until when a staff session counts as freshly confirmed.
  fresh_until timestamptz
);
create index sessions_expiry on staff.sessions (expires_at);
create index sessions_staff on staff.sessions (staff_id) where ended_at is null;

-- Tries at an account or from an address that have not succeeded yet, at most as many as are counted.
create table staff.sign_in_tries (
  subject bytea primary key,
  tries timestamptz[] not null,
  last_at timestamptz not null
) with (fillfactor = 80);
create index sign_in_tries_last on staff.sign_in_tries (last_at);

-- Browsers on which a staff member has signed in. A row opens nothing: tries with its cookie are counted apart from those of
-- strangers and wait in a queue of their own. Only fingerprints are kept; a row is deleted when it is to end early.
create table staff.known_devices (
  id text collate "C" primary key,
  staff_id text collate "C" not null references staff.members(id),
  token_hash bytea not null,
  -- The token before: whose answer was lost on the way comes with it again.
  previous_hash bytea,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- Refused tries since the last sign-in; a device that has too many is deleted.
  failures integer not null default 0,
  unique (staff_id, token_hash)
);
create index known_devices_expiry on staff.known_devices (expires_at);
create index known_devices_previous on staff.known_devices (previous_hash) where previous_hash is not null;
create index known_devices_token on staff.known_devices (token_hash);

-- Refused sign-ins by account, hour and network, beside the audit trail, which has the first of each hour.
create table staff.sign_in_failures (
  -- Empty where nobody has the address that was typed.
  staff_id text collate "C",
  hour timestamptz,
  -- A fingerprint; the same for all networks where nobody has the address.
  network bytea,
  failures integer not null,
  -- How many of them the staff member was told of when they signed in.
  told integer not null default 0,
  last_at timestamptz not null,
  primary key (staff_id, hour, network)
) with (fillfactor = 80);
create index sign_in_failures_hour on staff.sign_in_failures (hour);

create function staff.recheck_session(member text, credential text, at timestamptz, roles text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_role text;
begin
  perform platform.share_owner(member);
  select s.role into found_role from staff.sessions e join staff.members s on s.id = e.staff_id
  where e.id = credential and e.staff_id = member and e.expires_at > at and s.disabled_at is null
    and (e.ended_at is null or platform.is_own_change(e.xmin));
  if not found then perform platform.refuse_credential('revoked'); end if;
  if found_role <> all(roles) then perform platform.refuse_credential('role'); end if;
end $$;

create function staff.recheck_staff_token(member text, credential text, at timestamptz, roles text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_role text;
begin
  perform platform.share_owner(member);
  select s.role into found_role from staff.tokens t join staff.members s on s.id = t.staff_id
  where t.id = credential and t.staff_id = member and (t.expires_at is null or t.expires_at > at) and s.disabled_at is null
    and (t.revoked_at is null or platform.is_own_change(t.xmin));
  if not found then perform platform.refuse_credential('revoked'); end if;
  if found_role <> all(roles) then perform platform.refuse_credential('role'); end if;
end $$;

create constraint trigger lock_owner after update of disabled_at, role on staff.members
  deferrable initially deferred for each row
  when (old.disabled_at is distinct from new.disabled_at or old.role is distinct from new.role)
  execute function platform.lock_owner('id');
create constraint trigger lock_owner after update of revoked_at, expires_at on staff.tokens
  deferrable initially deferred for each row
  when (old.revoked_at is distinct from new.revoked_at or old.expires_at is distinct from new.expires_at)
  execute function platform.lock_owner('staff_id');
create constraint trigger lock_owner after update of ended_at on staff.sessions
  deferrable initially deferred for each row when (old.ended_at is distinct from new.ended_at)
  execute function platform.lock_owner('staff_id');
