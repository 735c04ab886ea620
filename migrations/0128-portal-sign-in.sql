-- Signing in to the partner portal with a password and an authenticator, as staff do (0123): only hashes, fingerprints and
-- encrypted secrets are kept.
create table portal.user_passwords (
  user_id text collate "C" primary key references portal.users,
  -- argon2id in its standard form.
  password_hash text not null,
  sealed_totp bytea not null,
  -- The last time step whose code was used; a code works once.
  last_step bigint not null,
  set_at timestamptz(3) not null
);

create table portal.recovery_codes (
  user_id text collate "C" not null references portal.users,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

create table portal.known_devices (
  id text collate "C" primary key,
  user_id text collate "C" not null references portal.users,
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
create index portal_devices_token on portal.known_devices (token_hash);
create index portal_devices_previous on portal.known_devices (previous_hash) where previous_hash is not null;
create index portal_devices_expiry on portal.known_devices (expires_at);

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
  user_id text collate "C" not null references portal.users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index portal_resets_user on portal.resets (user_id);
create index portal_resets_expiry on portal.resets (expires_at);
