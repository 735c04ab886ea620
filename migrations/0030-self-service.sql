create schema self_service;

create table self_service.requests (
  id text collate "C" primary key,
  consultation_id text collate "C" not null,
  kind text not null check (kind in ('copy', 'correct', 'delete', 'reopen')),
  -- What they wrote, encrypted.
  encrypted_words bytea,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by text collate "C",
  check ((done_at is null) = (done_by is null))
);
create index requests_of_case on self_service.requests (consultation_id, id);
-- One open request of a kind per case; asked again, it is the same.
create unique index requests_open on self_service.requests (consultation_id, kind) where done_at is null;
create index requests_waiting on self_service.requests (created_at, id) where done_at is null;
