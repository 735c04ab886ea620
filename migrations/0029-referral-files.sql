create schema referral_files;

create table referral_files.files (
  institution_id text collate "C" references partners.institutions(id),
  livemode boolean,
  id text collate "C",
  user_id text collate "C" not null references portal.users(id),
  name text not null check (length(name) >= 1 and length(name) <= 200),
  status text not null
    check (status in ('uploading', 'uploaded', 'checked', 'applying', 'applied', 'stopped', 'failed', 'expired')),
  -- Found in the content.
  kind text check (kind in ('csv', 'xlsx')),
  encoding text check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  delimiter text check (length(delimiter) = 1),
  size_bytes bigint not null default 0,
  columns jsonb not null default '[]'::jsonb,
  -- Which field each column is; null until somebody said so.
  mapping jsonb,
  -- Why it failed or stopped: a code of the module.
  problem text check (length(problem) <= 100),
  row_count integer not null default 0,
  -- Counts of the dry run.
  counts jsonb,
  checked_at timestamptz(3),
  applied_at timestamptz(3),
  applied_by text collate "C",
  -- What the blocks so far did; written with each.
  blocks integer not null default 0,
  done integer not null default 0,
  referred integer not null default 0,
  not_contacted integer not null default 0,
  overtaken integer not null default 0,
  finished_at timestamptz(3),
  -- When the cells of its rows were removed.
  emptied_at timestamptz(3),
  attempts integer not null default 0,
  retry_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (institution_id, livemode, id)
);
create index files_age on referral_files.files (created_at);
-- What a worker looks for, and what is removed.
create index files_applying on referral_files.files (updated_at) where status = 'applying';
create index files_uploading on referral_files.files (created_at) where status = 'uploading';
select platform.protect_account('referral_files.files', 'institution_id');

create table referral_files.rows (
  institution_id text collate "C",
  livemode boolean,
  file_id text collate "C",
  -- As a spreadsheet counts it: the names of the columns are row 1.
  row_number integer,
  -- As they are in the file; null when they were removed.
  cells jsonb,
  -- Every cell that is an address or a number, so that erasure finds a person whatever the columns are.
  contacts text[] collate "C" not null default '{}'::text[],
  outcome text check (outcome in ('ready', 'invalid', 'double', 'open', 'ended', 'referred', 'overtaken', 'erased')),
  issues jsonb,
  warnings text[],
  -- Made of this row, or in its way.
  referral_id text collate "C",
  -- Of a double: the row that has the vehicle first.
  first_row integer,
  primary key (institution_id, livemode, file_id, row_number)
);
create index rows_contacts on referral_files.rows using gin (contacts);
create index rows_referral on referral_files.rows (referral_id) where referral_id is not null;
select platform.protect_account('referral_files.rows', 'institution_id');

-- The key under which a block is done once, whoever does it.
create table referral_files.blocks (
  institution_id text collate "C",
  livemode boolean,
  file_id text collate "C",
  block integer,
  done_at timestamptz(3) not null,
  primary key (institution_id, livemode, file_id, block)
);
select platform.protect_account('referral_files.blocks', 'institution_id');

-- Which field a column of that name was, the last time.
create table referral_files.mappings (
  institution_id text collate "C" references partners.institutions(id),
  livemode boolean,
  fields jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (institution_id, livemode)
);
select platform.protect_account('referral_files.mappings', 'institution_id');
