create schema privacy;

-- What must not be erased, whoever asks and however old it is, until somebody lifts it: of one case or of an institution.
create table privacy.legal_holds (
  id text collate "C" primary key,
  kind text not null check (kind in ('case', 'institution')),
  -- The id of an intake, a referral or an enrollment, or of an institution.
  subject_id text collate "C" not null,
  reason text not null check (length(reason) between 1 and 500),
  placed_by text not null,
  placed_at timestamptz(3) not null,
  lifted_by text,
  lifted_at timestamptz(3),
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
