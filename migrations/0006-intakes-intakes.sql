create schema intakes;

create table intakes.intakes (
  id text collate "C" primary key,
  status text not null check (status in (
    'received', 'welcome_sent', 'contact_attempted', 'customer_confirmed', 'consultation_active',
    'declined', 'not_eligible', 'duplicate', 'expired')),
  agent_tier text not null check (agent_tier in ('anonymous', 'registered')),
  principal_id text collate "C",
  external_ref text,
  -- What was submitted, by member of the request; contacts are also kept normalised for look-up.
  agent jsonb not null,
  customer jsonb not null,
  consent jsonb not null,
  vehicle jsonb not null,
  loss jsonb not null,
  offer jsonb not null,
  email text collate "C",
  phone text collate "C",
  attestation_version text not null,
  discount_applied boolean not null,
  priority_callback boolean not null,
  consultation_id text collate "C",
  -- The confirm link's token: a fingerprint to find it by, sealed to show it again.
  link_hash bytea unique,
  sealed_link bytea,
  created_at timestamptz not null,
  status_at timestamptz not null,
  expires_at timestamptz not null
);
