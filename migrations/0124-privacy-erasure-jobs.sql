-- A copy of their data is a thing that customers ask for on their own page too.
alter table self_service.requests drop constraint requests_kind_check,
  add constraint requests_kind_check check (kind in ('copy', 'correct', 'delete', 'reopen')) not valid;

-- Why a legal hold was lifted; those that were lifted before have none.
alter table privacy.legal_holds add column lift_reason text
  constraint legal_holds_lift_reason_check check (length(lift_reason) between 1 and 500);

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
  check (finished_at is not null or problem is null and counts is null),
  check (problem is null or counts is null)
);
-- Asked again while it waits, it is the same.
create unique index erasure_jobs_open on privacy.erasure_jobs (consultation_id) where finished_at is null;
create index erasure_jobs_of_case on privacy.erasure_jobs (consultation_id, id);
