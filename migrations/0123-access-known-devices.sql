-- Browsers on which a staff member has signed in. A row opens nothing: tries with its cookie are counted apart from those of
-- strangers and wait in a queue of their own. Only fingerprints are kept; a row is deleted when it is to end early.
create table access.known_devices (
  id text collate "C" primary key,
  staff_id text collate "C" not null references access.staff,
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
create index known_devices_token on access.known_devices (token_hash);
create index known_devices_previous on access.known_devices (previous_hash) where previous_hash is not null;
create index known_devices_expiry on access.known_devices (expires_at);

-- Refused sign-ins by account, hour and network, beside the audit trail, which has the first of each hour.
create table access.sign_in_failures (
  -- Empty where nobody has the address that was typed.
  staff_id text collate "C" not null,
  hour timestamptz not null,
  -- A fingerprint; the same for all networks where nobody has the address.
  network bytea not null,
  failures integer not null,
  -- How many of them the staff member was told of when they signed in.
  told integer not null default 0,
  last_at timestamptz not null,
  primary key (staff_id, hour, network)
) with (fillfactor = 80);
create index sign_in_failures_hour on access.sign_in_failures (hour);

alter table access.staff add column signed_in_at timestamptz;
-- What its owner is told after signing in.
alter table access.sessions
  add column device_id text collate "C",
  add column previous_sign_in_at timestamptz,
  add column failed_tries integer,
  add column failed_networks integer;
