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
  created_at timestamptz not null
);

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
