-- What a member of the team writes down about a case at any time, besides the notes of calls. Never changed, never deleted.
create table consultations.notes (
  id text collate "C" primary key,
  consultation_id text collate "C" not null references consultations.consultations,
  staff_id text collate "C" not null,
  -- The words, encrypted and bound to the row.
  sealed_words bytea not null,
  -- Chosen by the browser: sent twice, it is one note.
  draft_key text collate "C" not null,
  created_at timestamptz(3) not null,
  -- Which of two in one millisecond came first.
  place bigint generated always as identity
);
create index notes_consultation on consultations.notes (consultation_id, created_at, place);
create unique index notes_once on consultations.notes (consultation_id, staff_id, draft_key);

-- Which of two calls in one millisecond came first; those from before have none, and the table is not written anew.
create sequence consultations.call_place;
alter table consultations.calls add column place bigint;
alter table consultations.calls alter column place set default nextval('consultations.call_place');

-- Where the advertisement is, as its source gave it; http or https only.
alter table market.listings add column url text collate "C";
