-- A command line asks for a portal token, and a signed-in user of the portal says yes to the code that it shows. Who asks is known by the
-- hash of a secret that never leaves their machine until the token is fetched. Belongs to no account until somebody says yes.
create table portal.pairings (
  id text collate "C" primary key,
  -- Of the code that people compare and type.
  code_hash bytea not null unique,
  -- SHA-256 of the secret of whoever asks.
  challenge bytea not null unique check (octet_length(challenge) = 32),
  -- What asks, as it names itself, and from where; shown to whoever is to say yes.
  client text not null check (length(client) between 1 and 100),
  address text not null check (length(address) between 1 and 60),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at <= created_at + interval '10 minutes'),
  decided_at timestamptz(3),
  -- Of whoever said yes; empty after a no.
  user_id text collate "C" references portal.users,
  session_id text collate "C",
  institution_id text collate "C" references partners.institutions,
  -- When the token was fetched, which happens once.
  taken_at timestamptz(3),
  check ((user_id is null) = (session_id is null) and (user_id is null) = (institution_id is null)),
  check (user_id is null or decided_at is not null),
  check (taken_at is null or user_id is not null)
);
create index portal_pairings_expiry on portal.pairings (expires_at);
