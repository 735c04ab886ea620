create schema access;

-- People of the team.
create table access.staff (
  id text collate "C" primary key,
  email text not null unique,
  name text not null,
  created_at timestamptz not null
);

-- Tokens for automation, made on the command line. Only a fingerprint is kept.
create table access.staff_tokens (
  id text collate "C" primary key,
  staff_id text collate "C" not null references access.staff,
  label text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz
);

-- The one credential an anonymous submitter has for its intake.
create table access.poll_tokens (
  token_hash bytea primary key,
  intake_id text collate "C" not null,
  created_at timestamptz not null
);
create index poll_tokens_intake on access.poll_tokens (intake_id);
