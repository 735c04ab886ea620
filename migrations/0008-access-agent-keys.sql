-- A registered agent as far as its credentials are concerned; its profile is the agents module's.
create table access.principals (
  id text collate "C" primary key,
  status text not null check (status in ('active', 'suspended', 'unverified')),
  created_at timestamptz not null
);

create table access.agent_keys (
  id text collate "C" primary key,
  principal_id text collate "C" not null references access.principals,
  key_hash bytea not null unique,
  -- The first sixteen characters: tells keys apart, opens nothing.
  prefix text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- One key at a time: two rotations at once cannot both succeed.
create unique index agent_keys_living on access.agent_keys (principal_id) where revoked_at is null;
