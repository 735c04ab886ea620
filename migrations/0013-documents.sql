create schema documents;

create table documents.documents (
  id text collate "C" primary key,
  intake_id text collate "C" not null,
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer not null check (size_bytes >= 1 and size_bytes <= 15728640),
  -- Where the object store has the file; it is there before the row is.
  object_key text collate "C" not null,
  -- What was read out of it, each field with its confidence, page and source.
  reading jsonb not null,
  -- Where it says something else than the agent did.
  differences jsonb not null,
  created_at timestamptz not null,
  -- When the file was removed from the object store because nobody proved to be the customer; what was read stays.
  file_removed_at timestamptz,
  -- Since when the file waits to be looked at again; null counts from its upload.
  reviewed_at timestamptz,
  -- Looked at, and stored for good.
  file_stays boolean not null default false,
  unique (intake_id, sha256)
);
create index documents_to_review on documents.documents (coalesce(reviewed_at, created_at))
  where not file_stays and file_removed_at is null;

-- Objects that somebody is putting, noted before their first byte. Whatever ends the process, an object that no document
-- came to name is found here again and removed.
create table documents.pending_uploads (
  -- Never used for a second put, so that a removal can hit nothing else, however late it comes.
  object_key text collate "C" primary key,
  -- Beyond it nobody is at it any more. It measures the life of a process, so it runs on the database's clock.
  lease_until timestamptz not null,
  -- Set before the object is removed and never taken back, so that no document can come to name it meanwhile.
  removing boolean not null default false
);
create index pending_uploads_lease on documents.pending_uploads (lease_until);

-- Bytes uploaded on a UTC day, by whom: an address or a network (as fingerprints), an agent, everybody without a key.
-- Exact, so never in Redis, and never unlogged: losing it would give the day's budget a second time.
create table documents.upload_budgets (
  name text collate "C",
  day date,
  bytes bigint not null check (bytes >= 0),
  primary key (name, day)
) with (fillfactor = 50);
create index upload_budgets_day on documents.upload_budgets (day);
