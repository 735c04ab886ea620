-- Resets of sandboxes that users of the portal asked for. A worker does them, batch by batch. Ids and counts only.
create schema sandbox;
create table sandbox.resets (
  institution_id text collate "C" not null,
  id text collate "C" not null,
  -- A user of the portal.
  asked_by text collate "C" not null,
  -- What was made after this stays.
  asked_at timestamptz(3) not null,
  -- How many rows there were of each kind when it was asked for, and how many were removed until now.
  found jsonb not null,
  removed jsonb not null default '{}',
  -- What stays because the team or a borrower wrote something down about it, or because of a legal hold.
  kept integer check (kept >= 0),
  finished_at timestamptz(3),
  primary key (institution_id, id)
);
-- Asked again while it runs, it is the same.
create unique index resets_open on sandbox.resets (institution_id) where finished_at is null;
create index resets_finished on sandbox.resets (finished_at) where finished_at is not null;
select platform.protect_account('sandbox.resets', 'institution_id');
