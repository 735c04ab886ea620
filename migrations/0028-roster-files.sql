create schema roster_files;

create table roster_files.files (
  institution_id text collate "C" references partners.institutions(id),
  livemode boolean,
  id text collate "C",
  user_id text collate "C" not null references portal.users(id),
  name text not null check (length(name) >= 1 and length(name) <= 200),
  status text not null
    check (status in ('uploading', 'uploaded', 'reading', 'planned', 'void', 'failed', 'applying', 'applied', 'stopped', 'undoing', 'undone')),
  -- Found in the content.
  kind text check (kind in ('csv', 'xlsx', 'ndjson')),
  encoding text check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  delimiter text check (length(delimiter) = 1),
  size_bytes bigint not null default 0,
  -- The file is in the object store in parts, so that none of it is ever in memory as a whole.
  parts integer not null default 0,
  -- The names of the columns, and the first rows of them as they are in the file.
  columns jsonb not null default '[]'::jsonb,
  samples jsonb not null default '[]'::jsonb,
  -- Which field each column is; null until somebody said so.
  mapping jsonb,
  -- Why it failed or is void: a code of the module.
  problem text check (length(problem) <= 100),
  rows_read integer not null default 0,
  -- Counts of the plan, and the version of the roster that it was made for.
  counts jsonb,
  roster_version text,
  planned_at timestamptz(3),
  applied_at timestamptz(3),
  applied_by text collate "C",
  -- How far the plan is executed; written with each block.
  applied_through integer not null default 0,
  apply_finished_at timestamptz(3),
  -- Changes left out because somebody changed the enrollment meanwhile.
  overtaken integer not null default 0,
  version_after text,
  undo_asked_at timestamptz(3),
  undo_asked_by text collate "C",
  undone_through integer not null default 0,
  undo_finished_at timestamptz(3),
  undo_overtaken integer not null default 0,
  attempts integer not null default 0,
  retry_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (institution_id, livemode, id)
);
create index files_age on roster_files.files (created_at);
-- What a worker looks for, and what is deleted.
create index files_waiting on roster_files.files (updated_at) where status in ('reading', 'applying', 'undoing');
create index files_with_parts on roster_files.files (created_at) where parts > 0 or status = 'uploading';
select platform.protect_account('roster_files.files', 'institution_id');

-- One row for each row of the file, and for each enrollment that the file leaves out. In the order add, change, remove, unchanged,
-- kept, invalid, so that each action is a range of numbers and needs no index of its own.
create table roster_files.plan_rows (
  institution_id text collate "C",
  livemode boolean,
  file_id text collate "C",
  seq integer,
  action text not null check (action in ('add', 'change', 'remove', 'unchanged', 'kept', 'invalid')),
  row_number integer,
  vin text collate "C",
  enrollment_id text collate "C",
  -- The random end of the id that an added enrollment gets; an id begins with its time, which is that of the apply.
  id_tail text collate "C",
  external_ref text collate "C",
  plan text collate "C",
  first_name text,
  last_name text,
  email text,
  phone text,
  year smallint,
  make text,
  model text,
  effective_at timestamptz,
  -- What a change replaces; null for every other action.
  prev_external_ref text collate "C",
  prev_plan text collate "C",
  prev_first_name text,
  prev_last_name text,
  prev_email text,
  prev_phone text,
  reasons jsonb,
  warnings text[],
  -- Left as it was, because somebody changed it between plan and execution.
  overtaken boolean not null default false,
  undo_overtaken boolean not null default false,
  -- A row of somebody whose data was erased is told from one that was never filled, so that no block executes it or takes it back.
  erased boolean not null default false,
  primary key (institution_id, livemode, file_id, seq)
);
create index plan_rows_enrollment on roster_files.plan_rows (enrollment_id) where enrollment_id is not null;
create index plan_rows_tail on roster_files.plan_rows (id_tail) where id_tail is not null;
create index plan_rows_warned on roster_files.plan_rows (institution_id, livemode, file_id, seq) where warnings is not null;
select platform.protect_account('roster_files.plan_rows', 'institution_id');

-- Which field a column of that name was, the last time.
create table roster_files.mappings (
  institution_id text collate "C" references partners.institutions(id),
  livemode boolean,
  fields jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (institution_id, livemode)
);
select platform.protect_account('roster_files.mappings', 'institution_id');
