-- Codes by which the operator of an agent gets a new key when the old one is lost or stolen. Only a fingerprint is kept.
create table agents.recoveries (
  id text collate "C" primary key,
  principal_id text collate "C" not null references access.principals,
  code_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index recoveries_principal on agents.recoveries (principal_id, expires_at);
