-- Every process that runs the service, and how new its code is. What an older version still needs is not taken away while one
-- of that version reports (platform/db/migrate.ts).
create table platform.processes (
  name text collate "C" primary key,
  -- The newest migration that its code has.
  newest_migration text collate "C" not null,
  beat_at timestamptz not null default now()
);
