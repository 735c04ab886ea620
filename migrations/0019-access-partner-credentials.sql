-- An institution is a principal too: whoever holds credentials has one status here, looked at with every request.

-- Keys that institutions show as they are.
create table access.partner_keys (
  institution_id text collate "C" not null references access.principals,
  id text collate "C" not null,
  livemode boolean not null,
  role text not null check (role in ('full', 'read_only')),
  label text,
  key_hash bytea not null unique,
  -- The first fifteen characters: tells keys apart, opens nothing.
  prefix text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (institution_id, id)
);

-- Public keys whose holders sign their requests. Pending until the holder has proven to have the private half.
create table access.signed_credentials (
  institution_id text collate "C" not null references access.principals,
  id text collate "C" not null unique,
  livemode boolean not null,
  role text not null check (role in ('full', 'read_only')),
  label text,
  alg text not null check (alg in ('ed25519', 'ecdsa-p256-sha256')),
  public_key text not null,
  sealed_challenge bytea not null,
  challenge_expires_at timestamptz not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (institution_id, id)
);

-- Every nonce of a request whose signature held, so that the same request is taken once. One table and not one per
-- hour: only a single unique key makes two copies that arrive at once fail, whatever the clocks say.
create table access.nonces (
  institution_id text collate "C" not null,
  credential_id text collate "C" not null,
  nonce text collate "C" not null,
  seen_at timestamptz not null,
  primary key (institution_id, credential_id, nonce)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index nonces_seen on access.nonces (seen_at);

-- When requests from an address failed to authenticate, at most as many times as are counted. Not logged: after a
-- crash the count begins anew.
create unlogged table access.failed_callers (
  caller text collate "C" primary key,
  failures timestamptz[] not null,
  last_at timestamptz not null
) with (fillfactor = 80);
create index failed_callers_last on access.failed_callers (last_at);
