create schema agents;

-- A request to become a registered agent, until its operator's mailbox is proven.
create table agents.registrations (
  id text collate "C" primary key,
  agent jsonb not null,
  operator_name text not null,
  operator_email text not null,
  agreement_version text not null,
  agreement_hash text not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  wrong_codes smallint not null default 0,
  email_failed boolean not null default false,
  -- Set once, by the right code.
  principal_id text collate "C",
  created_at timestamptz not null,
  -- The mailbox behind the operator's address.
  operator_mailbox text,
  livemode boolean not null default true
);
create index registrations_mailbox on agents.registrations (operator_mailbox, code_expires_at)
  where principal_id is null and not email_failed;
-- What still counts against the cap of an operator's address.
create index registrations_pending on agents.registrations (lower(operator_email), code_expires_at)
  where principal_id is null and not email_failed;

-- A registered agent: who it is and what it agreed to.
create table agents.profiles (
  principal_id text collate "C" primary key,
  agent jsonb not null,
  operator_name text not null,
  operator_email text not null,
  agreement_version text not null,
  agreement_hash text not null,
  agreement_accepted_at timestamptz not null,
  created_at timestamptz not null
);

-- Codes by which the operator of an agent gets a new key when the old one is lost or stolen. Only a fingerprint is kept.
create table agents.recoveries (
  id text collate "C" primary key,
  principal_id text collate "C" not null references credentials.principals(id),
  code_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index recoveries_principal on agents.recoveries (principal_id, expires_at);
