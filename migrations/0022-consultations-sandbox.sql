create sequence consultations.test_number;

-- A case of the sandbox is on the board only for those who ask for it, and its number does not look like a live one.
alter table consultations.consultations
  add column test boolean not null default false,
  alter column number drop default;

drop index consultations.consultations_open;
create index consultations_open on consultations.consultations (priority desc, opened_at) where closed_at is null and not test;
create index consultations_open_test on consultations.consultations (priority desc, opened_at) where closed_at is null and test;
