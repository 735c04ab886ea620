create schema credentials;

-- A registered agent as far as its credentials are concerned; its profile is the agents module's.
create table credentials.principals (
  id text collate "C" primary key,
  status text not null check (status in ('active', 'suspended', 'unverified')),
  created_at timestamptz not null,
  -- Agents have a sandbox: the same contract under another address, with accounts and cases of its own. What stands is live.
  livemode boolean not null default true
);

create table credentials.agent_keys (
  id text collate "C" primary key,
  principal_id text collate "C" not null references credentials.principals(id),
  key_hash bytea not null unique,
  -- The first sixteen characters: tells keys apart, opens nothing.
  prefix text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
-- One key at a time: two rotations at once cannot both succeed.
create unique index agent_keys_living on credentials.agent_keys (principal_id) where revoked_at is null;

-- Keys that institutions show as they are.
create table credentials.partner_keys (
  institution_id text collate "C" references credentials.principals(id),
  id text collate "C",
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
  -- The key that was made in its place; this one ends when its expiry says.
  replaced_by text collate "C",
  -- Networks from which the key is accepted, as CIDR; empty: from everywhere.
  allowed_ranges text[] not null default '{}'::text[],
  -- From where the key came when last_used_at was written, which is once a minute at most.
  last_used_address text,
  primary key (institution_id, id)
);
select platform.protect_account('credentials.partner_keys', 'institution_id');

-- Public keys whose holders sign their requests. Pending until the holder has proven to have the private half.
create table credentials.signed_credentials (
  institution_id text collate "C" references credentials.principals(id),
  id text collate "C" unique,
  livemode boolean not null,
  role text not null check (role in ('full', 'read_only')),
  label text,
  alg text not null check (alg in ('ed25519', 'ecdsa-p256-sha256')),
  public_key text not null,
  encrypted_challenge bytea not null,
  challenge_expires_at timestamptz not null,
  created_at timestamptz not null,
  activated_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The credential that was uploaded to take over; both work until this one is revoked.
  replaced_by text collate "C",
  primary key (institution_id, id)
);
select platform.protect_account('credentials.signed_credentials', 'institution_id');

-- Every nonce of a request whose signature held, so that the same request is taken once. One table and not one per
-- hour: only a single unique key makes two copies that arrive at once fail, whatever the clocks say.
create table credentials.nonces (
  institution_id text collate "C",
  credential_id text collate "C",
  nonce text collate "C",
  seen_at timestamptz not null,
  primary key (institution_id, credential_id, nonce)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index nonces_seen on credentials.nonces (seen_at);
select platform.protect_account('credentials.nonces', 'institution_id');

-- When requests from an address failed to authenticate, at most as many times as are counted. Not logged: after a
-- crash the count begins anew.
create unlogged table credentials.failed_callers (
  caller text collate "C" primary key,
  failures timestamptz[] not null,
  last_at timestamptz not null
) with (fillfactor = 80);
create index failed_callers_last on credentials.failed_callers (last_at);

-- Each statement below sees what was committed before it began, so the row is read after the lock was granted.
create function credentials.recheck_partner_key(institution text, credential text, at timestamptz) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_key record;
begin
  perform platform.share_owner(institution);
  select k.revoked_at, k.expires_at, p.status into found_key
  from credentials.partner_keys k join credentials.principals p on p.id = k.institution_id
  where k.institution_id = institution and k.id = credential;
  if found_key.status is null or found_key.revoked_at is not null then perform platform.refuse_credential('revoked'); end if;
  if found_key.expires_at <= at then perform platform.refuse_credential('expired'); end if;
  if found_key.status <> 'active' then perform platform.refuse_credential('suspended'); end if;
end $$;

create function credentials.recheck_signed_credential(institution text, credential text) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_credential record;
begin
  perform platform.share_owner(institution);
  select c.revoked_at, p.status into found_credential
  from credentials.signed_credentials c join credentials.principals p on p.id = c.institution_id
  where c.institution_id = institution and c.id = credential;
  if found_credential.status is null or found_credential.revoked_at is not null then
    perform platform.refuse_credential('revoked');
  end if;
  if found_credential.status <> 'active' then perform platform.refuse_credential('suspended'); end if;
end $$;

create function credentials.recheck_agent_key(principal text, credential text) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform platform.share_owner(principal);
  perform from credentials.agent_keys k join credentials.principals p on p.id = k.principal_id
  where k.id = credential and k.principal_id = principal and p.status = 'active'
    and (k.revoked_at is null or platform.is_own_change(k.xmin));
  if not found then perform platform.refuse_credential('revoked'); end if;
end $$;

create constraint trigger lock_owner after update of status on credentials.principals
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function platform.lock_owner('id');
create constraint trigger lock_owner after update of revoked_at on credentials.agent_keys
  deferrable initially deferred for each row when (old.revoked_at is distinct from new.revoked_at)
  execute function platform.lock_owner('principal_id');
-- Deferred: every other lock of the transaction is held by then, and none is waited for while this one is. Creating a
-- trigger makes writers wait, readers not, so nobody who calls is kept waiting by several tables in one file.
create constraint trigger lock_owner after update of revoked_at, expires_at on credentials.partner_keys
  deferrable initially deferred for each row
  when (old.revoked_at is distinct from new.revoked_at or old.expires_at is distinct from new.expires_at)
  execute function platform.lock_owner('institution_id');
create constraint trigger lock_owner after update of revoked_at on credentials.signed_credentials
  deferrable initially deferred for each row when (old.revoked_at is distinct from new.revoked_at)
  execute function platform.lock_owner('institution_id');
