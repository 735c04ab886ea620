create schema documents;

create table documents.documents (
  id text collate "C" primary key,
  intake_id text collate "C" not null,
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer not null check (size_bytes between 1 and 15728640),
  -- Where the object store has the file; it is there before the row is.
  object_key text collate "C" not null,
  -- What was read out of it, each field with its confidence, page and source.
  reading jsonb not null,
  -- Where it says something else than the agent did.
  differences jsonb not null,
  created_at timestamptz not null,
  unique (intake_id, sha256)
);
