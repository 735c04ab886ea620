create schema consultations;

create sequence consultations.live_number;

-- What the team works through: one row per case, whatever door it came in by.
create table consultations.consultations (
  id text collate "C" primary key,
  number text not null unique default 'CN-' || lpad(nextval('consultations.live_number')::text, 8, '0'),
  source text not null check (source in ('agent_intake', 'referral', 'membership')),
  source_id text collate "C" not null,
  priority boolean not null,
  opened_at timestamptz not null,
  delivered_at timestamptz,
  closed_at timestamptz,
  unique (source, source_id)
);

-- The board's order: priority first, then who has waited longest.
create index consultations_open on consultations.consultations (priority desc, opened_at) where closed_at is null;
