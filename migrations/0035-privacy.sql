create schema privacy;

-- What must not be erased, whoever asks and however old it is, until somebody lifts it: of one case or of an institution.
create table privacy.legal_holds (
  id text collate "C" primary key,
  kind text not null check (kind in ('case', 'institution')),
  -- The id of an intake, a referral or an enrollment, or of an institution.
  subject_id text collate "C" not null,
  reason text not null check (length(reason) >= 1 and length(reason) <= 500),
  placed_by text not null,
  placed_at timestamptz(3) not null,
  lifted_by text,
  lifted_at timestamptz(3),
  -- Why a legal hold was lifted; those that were lifted before have none.
  lift_reason text check (length(lift_reason) >= 1 and length(lift_reason) <= 500),
  check ((lifted_at is null) = (lifted_by is null))
);
create unique index legal_holds_in_force on privacy.legal_holds (subject_id) where lifted_at is null;

-- What was erased, so that it is not looked at again. Ids and counts only.
create table privacy.erasures (
  -- The id of an intake, a referral or an enrollment.
  subject_id text collate "C" primary key,
  why text not null check (why in ('request', 'age')),
  erased_by text not null,
  erased_at timestamptz(3) not null,
  -- How many rows of each table were blanked or deleted, together with those that were erased in the same transaction.
  counts jsonb not null
);
create index erasures_recent on privacy.erasures (erased_at);

-- Erasures that the team asked for on the board. A worker does them. Ids, choices of a list and counts only.
create table privacy.erasure_jobs (
  id text collate "C" primary key,
  -- The case on which it was asked for.
  consultation_id text collate "C" not null,
  -- That case alone, or everything of whoever has its address or its number.
  scope text not null check (scope in ('case', 'email', 'phone')),
  reason text not null check (reason in ('asked_on_page', 'asked_otherwise', 'ordered', 'submitted_by_mistake')),
  asked_by text collate "C" not null,
  asked_at timestamptz(3) not null,
  -- Times of a process's life, on the database's clock.
  attempts integer not null default 0,
  leased_until timestamptz,
  finished_at timestamptz(3),
  -- Why it was not done.
  problem text check (problem in ('legal_hold', 'money_open', 'failed')),
  -- How many rows of each table were blanked or deleted.
  counts jsonb,
  constraint erasure_jobs_check check (finished_at is not null or ((problem is null) and (counts is null))),
  constraint erasure_jobs_check1 check (problem is null or counts is null)
);
create index erasure_jobs_of_case on privacy.erasure_jobs (consultation_id, id);
-- Asked again while it waits, it is the same.
create unique index erasure_jobs_open on privacy.erasure_jobs (consultation_id) where finished_at is null;
