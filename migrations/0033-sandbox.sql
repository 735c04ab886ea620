create schema sandbox;

create table sandbox.resets (
  institution_id text collate "C",
  id text collate "C",
  -- A user of the portal.
  asked_by text collate "C" not null,
  -- What was made after this stays.
  asked_at timestamptz(3) not null,
  -- How many rows there were of each kind when it was asked for, and how many were removed until now.
  found jsonb not null,
  removed jsonb not null default '{}'::jsonb,
  -- What stays because the team or a borrower wrote something down about it, or because of a legal hold.
  kept integer check (kept >= 0),
  finished_at timestamptz(3),
  primary key (institution_id, id)
);
create index resets_finished on sandbox.resets (finished_at) where finished_at is not null;
-- Asked again while it runs, it is the same.
create unique index resets_open on sandbox.resets (institution_id) where finished_at is null;
select platform.protect_account('sandbox.resets', 'institution_id');
