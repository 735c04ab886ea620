-- Bytes uploaded on a UTC day, by whom: an address or a network (as fingerprints), an agent, everybody without a key.
-- Exact, so never in Redis, and never unlogged: losing it would give the day's budget a second time.
create table documents.upload_budgets (
  name text collate "C" not null,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (name, day)
) with (fillfactor = 50);
create index upload_budgets_day on documents.upload_budgets (day);

alter table documents.documents
  -- When the file was removed from the object store because nobody proved to be the customer; what was read stays.
  add column file_removed_at timestamptz,
  -- Since when the file waits to be looked at again; null counts from its upload.
  add column reviewed_at timestamptz,
  -- Looked at, and stored for good.
  add column file_stays boolean not null default false;
create index documents_to_review on documents.documents (coalesce(reviewed_at, created_at))
  where not file_stays and file_removed_at is null;
