-- By which ways the customer of a case wants no contact about it, and until when the call is that they chose themselves.
alter table consultations.consultations
  add column stopped_channels text[] not null default '{}' check (stopped_channels <@ array['email', 'text', 'call']),
  add column wanted_until timestamptz;

-- Whoever wants no calls about a case is out of its queue, whatever else changes in its row.
create function consultations.leave_queue() returns trigger language plpgsql as $$
begin
  new.ready := false;
  new.next_call_at := null;
  return new;
end $$;
create trigger consultations_calls_stopped before update on consultations.consultations
  for each row when ('call' = any(new.stopped_channels)) execute function consultations.leave_queue();

-- A change of facts that the customer made on their own page has nobody of the team.
alter table facts.changes alter column staff_id drop not null;

-- What customers ask of the team on their own page.
create schema self_service;

create table self_service.requests (
  id text collate "C" primary key,
  consultation_id text collate "C" not null,
  kind text not null check (kind in ('correct', 'delete', 'reopen')),
  -- What they wrote, encrypted.
  sealed_words bytea,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by text collate "C",
  check ((done_at is null) = (done_by is null))
);
create index requests_of_case on self_service.requests (consultation_id, id);
-- One open request of a kind per case; asked again, it is the same.
create unique index requests_open on self_service.requests (consultation_id, kind) where done_at is null;
create index requests_waiting on self_service.requests (created_at, id) where done_at is null;
