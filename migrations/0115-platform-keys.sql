-- Which keys of DATA_KEY each process has, by their ids and never the keys, and which one it writes with. A process of the
-- version before says nothing of them: null.
alter table platform.processes
  add column keys text[],
  add column writes_with text collate "C";

-- When each key was first and last written with, by any process. A link that is stored nowhere is not older than that.
create table platform.data_keys (
  id text collate "C" primary key,
  first_written_at timestamptz not null default now(),
  last_written_at timestamptz not null default now()
);
