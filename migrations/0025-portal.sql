create schema portal;

create table portal.users (
  id text collate "C" primary key,
  -- Normalized: one account for each address.
  email text not null unique check (length(email) >= 3 and length(email) <= 254),
  name text not null check (length(name) >= 1 and length(name) <= 200),
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3)
);

-- One user may have a role at several institutions: a GAP administrator serves many lenders.
create table portal.role_assignments (
  user_id text collate "C" references portal.users(id),
  institution_id text collate "C" references partners.institutions(id),
  role text not null check (role in ('owner', 'admin', 'developer', 'operations', 'finance', 'read_only')),
  created_at timestamptz(3) not null,
  -- A role that the institution's identity provider gave: only its sign-ins open it. Whoever has the mailbox may claim the account,
  -- and gets nothing of the institution by it.
  by_issuer boolean not null default false,
  primary key (user_id, institution_id)
);
create index role_assignments_institution on portal.role_assignments (institution_id, user_id);
select platform.protect_account('portal.role_assignments', 'institution_id');

create table portal.sessions (
  id text collate "C" primary key,
  -- A fingerprint; the token is in the cookie alone.
  token_hash bytea not null unique,
  user_id text collate "C" not null references portal.users(id),
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
create index sessions_expiry on portal.sessions (expires_at);
create index sessions_of_user on portal.sessions (user_id) where ended_at is null;

-- Signing in to the partner portal with a password and an authenticator: only hashes, fingerprints and
-- encrypted secrets are kept.
create table portal.user_passwords (
  user_id text collate "C" primary key references portal.users(id),
  -- argon2id in its standard form.
  password_hash text not null,
  encrypted_totp bytea not null,
  -- The last time step whose code was used; a code works once.
  last_step bigint not null,
  set_at timestamptz(3) not null
);

create table portal.recovery_codes (
  user_id text collate "C" references portal.users(id),
  code_hash bytea,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

create table portal.known_devices (
  id text collate "C" primary key,
  user_id text collate "C" not null references portal.users(id),
  token_hash bytea not null,
  -- The token before: whose answer was lost on the way comes with it again.
  previous_hash bytea,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- Refused tries since the last sign-in; a device that has too many is deleted.
  failures integer not null default 0,
  unique (user_id, token_hash)
);
create index portal_devices_expiry on portal.known_devices (expires_at);
create index portal_devices_previous on portal.known_devices (previous_hash) where previous_hash is not null;
create index portal_devices_token on portal.known_devices (token_hash);

create table portal.sign_in_tries (
  -- A fingerprint of an account, an address, a network or a device.
  subject bytea primary key,
  tries timestamptz[] not null,
  last_at timestamptz not null
) with (fillfactor = 80);
create index portal_tries_last on portal.sign_in_tries (last_at);

-- Links with which a user chooses another password; a newer one of the same user replaces those before.
create table portal.resets (
  token_hash bytea primary key,
  user_id text collate "C" not null references portal.users(id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index portal_resets_expiry on portal.resets (expires_at);
create index portal_resets_user on portal.resets (user_id);

-- Who asked for access and what for. A row whose link was used names the institution that came of it.
create table portal.sign_ups (
  id text collate "C" primary key,
  token_hash bytea not null unique,
  email text not null check (length(email) >= 3 and length(email) <= 254),
  name text not null check (length(name) >= 1 and length(name) <= 200),
  institution_name text not null check (length(institution_name) >= 1 and length(institution_name) <= 200),
  purpose text not null check (length(purpose) >= 1 and length(purpose) <= 1000),
  -- The authenticator's secret, until it is the user's.
  encrypted_totp bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  user_id text collate "C" references portal.users(id),
  institution_id text collate "C" unique references partners.institutions(id),
  check (((used_at is null) = (institution_id is null)) and ((used_at is null) = (user_id is null)))
);
create index portal_sign_ups_open on portal.sign_ups (expires_at) where used_at is null;
select platform.protect_account('portal.sign_ups', 'institution_id');

-- Asked to join an institution. Accepted, revoked or expired, it opens nothing.
create table portal.invitations (
  id text collate "C" primary key,
  institution_id text collate "C" not null references partners.institutions(id),
  token_hash bytea not null unique,
  -- Normalized; nobody else can accept it.
  email text not null check (length(email) >= 3 and length(email) <= 254),
  role text not null check (role in ('owner', 'admin', 'developer', 'operations', 'finance', 'read_only')),
  invited_by text collate "C" not null references portal.users(id),
  -- For an address that has no account yet.
  encrypted_totp bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  check (accepted_at is null or revoked_at is null)
);
create index portal_invitations_expiry on portal.invitations (expires_at);
-- One that is open for each address: a newer one revokes it.
create unique index portal_invitations_open on portal.invitations (institution_id, email)
  where accepted_at is null and revoked_at is null;
select platform.protect_account('portal.invitations', 'institution_id');

-- Tokens with which a user's scripts and command line call the portal: of one institution, with some of the permissions that the
-- user's role has. A token never has more than the role has at the time of the call, and it goes with the role.
create table portal.tokens (
  id text collate "C" primary key,
  institution_id text collate "C" not null references partners.institutions(id),
  user_id text collate "C" not null,
  label text not null check (length(label) >= 1 and length(label) <= 100),
  token_hash bytea not null unique,
  permissions text[] not null check (cardinality(permissions) >= 1 and cardinality(permissions) <= 50),
  modes text[] not null check (modes <@ array['live', 'test'] and ((cardinality(modes) >= 1) and (cardinality(modes) <= 2))),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Whether a token was made in a session of the institution's own identity provider, directly or by pairing: it ends with the provider.
  -- Null for tokens made before this was recorded, which end with the provider too.
  by_issuer boolean,
  check (expires_at <= (created_at + '90 days'::interval)),
  foreign key (user_id, institution_id) references portal.role_assignments(user_id, institution_id) on delete cascade
);
create index tokens_ended on portal.tokens (expires_at);
create index tokens_of_user on portal.tokens (institution_id, user_id, id);
select platform.protect_account('portal.tokens', 'institution_id');

-- Passkeys of portal users. The private half never leaves the device; what is here verifies what it signs.
create table portal.passkeys (
  id text collate "C" primary key,
  user_id text collate "C" not null references portal.users(id),
  credential_id bytea not null unique check (length(credential_id) >= 1 and length(credential_id) <= 1023),
  public_key bytea not null,
  -- What the authenticator showed last; zero for those that do not count.
  counter bigint not null,
  transports text[] not null,
  label text not null check (length(label) >= 1 and length(label) <= 100),
  synced boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- When its owner was last told that it may have been copied.
  warned_at timestamptz(3)
);
create index passkeys_of_user on portal.passkeys (user_id, id);

-- Challenges that were answered, for as long as they would still be accepted: each counts once.
create table portal.used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index used_challenges_expiry on portal.used_challenges (expires_at);

-- The identity provider of an institution. It signs users in for this institution and for no other.
create table portal.issuers (
  institution_id text collate "C" primary key references partners.institutions(id),
  issuer text not null check (length(issuer) >= 9 and length(issuer) <= 500),
  client_id text not null check (length(client_id) >= 1 and length(client_id) <= 200),
  encrypted_client_secret bytea not null,
  email_domains text[] not null check (cardinality(email_domains) >= 1 and cardinality(email_domains) <= 20),
  -- One of them must be the acr, or among the amr, of an identity; none: any.
  strengths text[] not null check (cardinality(strengths) <= 10),
  methods text[] not null check (cardinality(methods) <= 10),
  -- The role of whoever comes for the first time. Null: only who has a role already.
  new_user_role text collate "C",
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null
);
select platform.protect_account('portal.issuers', 'institution_id');

-- Who somebody is at an institution's provider: issuer and subject, never an address.
create table portal.identities (
  institution_id text collate "C" references partners.institutions(id),
  issuer text,
  subject text check (length(subject) >= 1 and length(subject) <= 255),
  user_id text collate "C" not null references portal.users(id),
  created_at timestamptz(3) not null,
  primary key (institution_id, issuer, subject)
);
create unique index identities_of_user on portal.identities (institution_id, user_id);
select platform.protect_account('portal.identities', 'institution_id');

-- A user who lost authenticator and recovery codes gets a link to set up another one. One that is open for each user.
create table portal.authenticator_resets (
  id text collate "C" primary key,
  user_id text collate "C" not null references portal.users(id),
  -- A user (usr_) of the institution, or somebody of our team (stf_).
  made_by text collate "C" not null,
  -- How our team knew who asked, in their words.
  identity_check text check (length(identity_check) >= 20 and length(identity_check) <= 200),
  -- Of the link that sets up the authenticator; of the one that stops it, where there is a wait.
  token_hash bytea not null unique,
  stop_hash bytea unique,
  -- The new authenticator's secret, until it is the user's.
  encrypted_totp bytea not null,
  created_at timestamptz(3) not null,
  opens_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  stopped_at timestamptz(3),
  stopped_by text check (stopped_by in ('mail', 'sign_in', 'staff', 'newer')),
  constraint authenticator_resets_check check (used_at is null or stopped_at is null),
  constraint authenticator_resets_check1 check ((stopped_at is null) = (stopped_by is null)),
  constraint authenticator_resets_check2 check ((identity_check is null) = (stop_hash is null))
);
create index portal_authenticator_resets_expiry on portal.authenticator_resets (expires_at);
create unique index portal_authenticator_resets_open on portal.authenticator_resets (user_id)
  where used_at is null and stopped_at is null;
create index portal_authenticator_resets_staff on portal.authenticator_resets (created_at desc, id)
  where identity_check is not null;

-- A command line asks for a portal token, and a signed-in user of the portal says yes to the code that it shows. Who asks is known by the
-- hash of a secret that never leaves their machine until the token is fetched. Belongs to no account until somebody says yes.
create table portal.pairings (
  id text collate "C" primary key,
  -- Of the code that people compare and type.
  code_hash bytea not null unique,
  -- SHA-256 of the secret of whoever asks.
  challenge bytea not null unique check (octet_length(challenge) = 32),
  -- What asks, as it names itself, and from where; shown to whoever is to say yes.
  client text not null check (length(client) >= 1 and length(client) <= 100),
  address text not null check (length(address) >= 1 and length(address) <= 60),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  decided_at timestamptz(3),
  -- Of whoever said yes; empty after a no.
  user_id text collate "C" references portal.users(id),
  session_id text collate "C",
  institution_id text collate "C" references partners.institutions(id),
  -- When the token was fetched, which happens once.
  taken_at timestamptz(3),
  constraint pairings_check check (expires_at <= (created_at + '00:10:00'::interval)),
  constraint pairings_check1 check (((user_id is null) = (session_id is null)) and ((user_id is null) = (institution_id is null))),
  constraint pairings_check2 check (user_id is null or decided_at is not null),
  constraint pairings_check3 check (taken_at is null or user_id is not null)
);
create index portal_pairings_expiry on portal.pairings (expires_at);

-- Read again when the work of a request commits.
create function portal.recheck_session(member text, credential text, institution text, at timestamptz, roles text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_role text;
begin
  perform platform.share_owner(member);
  perform platform.share_owner(institution);
  select a.role into found_role
  from portal.sessions e
    join portal.users u on u.id = e.user_id
    join portal.role_assignments a on a.user_id = u.id
    join credentials.principals p on p.id = a.institution_id
  where e.id = credential and e.user_id = member and e.expires_at > at and u.disabled_at is null
    and (e.institution_id is null or e.institution_id = institution)
    and a.institution_id = institution and p.status = 'active'
    and (e.ended_at is null or platform.is_own_change(e.xmin));
  if not found then perform platform.refuse_credential('revoked'); end if;
  if found_role <> all(roles) then perform platform.refuse_credential('role'); end if;
end $$;

create function portal.recheck_user(member text, credential text, at timestamptz) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform platform.share_owner(member);
  perform from portal.sessions e join portal.users u on u.id = e.user_id
  where e.id = credential and e.user_id = member and e.expires_at > at and u.disabled_at is null
    and (e.ended_at is null or platform.is_own_change(e.xmin));
  if not found then perform platform.refuse_credential('revoked'); end if;
end $$;

create function portal.recheck_token(member text, credential text, institution text, at timestamptz, roles text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_role text;
begin
  perform platform.share_owner(member);
  perform platform.share_owner(institution);
  select a.role into found_role
  from portal.tokens t
    join portal.users u on u.id = t.user_id
    join portal.role_assignments a on a.user_id = u.id and a.institution_id = t.institution_id
    join credentials.principals p on p.id = a.institution_id
  where t.id = credential and t.user_id = member and t.institution_id = institution and t.expires_at > at
    and u.disabled_at is null and p.status = 'active'
    and (t.revoked_at is null or platform.is_own_change(t.xmin));
  if not found then perform platform.refuse_credential('revoked'); end if;
  if found_role <> all(roles) then perform platform.refuse_credential('role'); end if;
end $$;

create constraint trigger lock_owner after update of disabled_at on portal.users
  deferrable initially deferred for each row when (old.disabled_at is distinct from new.disabled_at)
  execute function platform.lock_owner('id');
create constraint trigger lock_owner after update of role or delete on portal.role_assignments
  deferrable initially deferred for each row
  execute function platform.lock_owner('user_id');
create constraint trigger lock_owner after update of ended_at on portal.sessions
  deferrable initially deferred for each row when (old.ended_at is distinct from new.ended_at)
  execute function platform.lock_owner('user_id');
create constraint trigger lock_owner after update of revoked_at on portal.tokens
  deferrable initially deferred for each row when (old.revoked_at is distinct from new.revoked_at)
  execute function platform.lock_owner('user_id');

-- Sessions, sign-ups and pairings are found by a secret before an institution is known, so a transaction that acts for no account
-- sees them. One that acts for an institution does not see those of another.
do $$
declare
  -- A session opened by a password or passkey, and a pairing not yet approved, belong to no institution.
  own_or_none constant text := $e$institution_id is null or institution_id = (select current_setting('makewhole.account', true))$e$;
  target text;
begin
  perform platform.protect_rows('portal.sessions', own_or_none);
  perform platform.protect_rows('portal.pairings', own_or_none);
  foreach target in array array['portal.sessions', 'portal.pairings', 'portal.sign_ups'] loop
    execute format($f$create policy no_account on %s to makewhole_api
      using ((select coalesce(current_setting('makewhole.account', true), '')) = '')$f$, target);
  end loop;
end $$;
