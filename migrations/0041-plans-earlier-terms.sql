-- What a live enrollment was for until it was changed: another vehicle by a swap, another plan by a roster. A month is billed
-- as it was, and its statement comes after it. The order of changes in one moment is that of their numbers.
create table plans.earlier_terms (
  institution_id text collate "C" not null,
  enrollment_id text collate "C" not null,
  vin text collate "C" not null,
  plan text collate "C" not null,
  until timestamptz not null,
  seq bigint generated always as identity,
  primary key (institution_id, enrollment_id, until, seq)
);
