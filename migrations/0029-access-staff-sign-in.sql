-- What a person of the team may do. Whoever is there already keeps everything; whoever comes is given a role.
alter table access.staff
  add column role text not null default 'administrator' check (role in ('agent', 'lead', 'administrator')),
  add column disabled_at timestamptz,
  -- Whom the identity provider means, from the first sign-in on; an address may later belong to somebody else.
  add column oidc_issuer text,
  add column oidc_subject text,
  add constraint staff_oidc_whole check ((oidc_issuer is null) = (oidc_subject is null));
alter table access.staff alter column role set default 'agent';
create unique index staff_oidc on access.staff (oidc_issuer, oidc_subject) where oidc_subject is not null;

-- The way in without the identity provider: a password and an authenticator, never one without the other.
create table access.staff_passwords (
  staff_id text collate "C" primary key references access.staff,
  -- Parameters, salt and hash in one text.
  password_hash text not null,
  sealed_totp bytea not null,
  -- The time step of the newest code that was taken: a code works once, and none before it does.
  last_step bigint not null,
  set_at timestamptz not null
);

create table access.recovery_codes (
  staff_id text collate "C" not null references access.staff,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- Links with which a person sets password and authenticator, each once.
create table access.staff_setups (
  token_hash bytea primary key,
  staff_id text collate "C" not null references access.staff,
  sealed_totp bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_setups_staff on access.staff_setups (staff_id);

create table access.sessions (
  id text collate "C" primary key,
  token_hash bytea not null unique,
  staff_id text collate "C" not null references access.staff,
  method text not null check (method in ('oidc', 'password')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_staff on access.sessions (staff_id) where ended_at is null;
create index sessions_expiry on access.sessions (expires_at);

-- Tries at an account or from an address that have not succeeded yet, at most as many as are counted.
create table access.sign_in_tries (
  subject bytea primary key,
  tries timestamptz[] not null,
  last_at timestamptz not null
) with (fillfactor = 80);
create index sign_in_tries_last on access.sign_in_tries (last_at);
