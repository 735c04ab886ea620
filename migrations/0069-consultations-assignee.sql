-- Which try of a page logged a call: a try that is repeated because its answer was lost logs nothing twice.
alter table consultations.calls add column attempt_id text collate "C";
create unique index calls_attempt on consultations.calls (consultation_id, attempt_id) where attempt_id is not null;

-- Whose case it is. The lease says who may call at the moment, which is another thing.
alter table consultations.consultations
  add column assignee_id text collate "C",
  add column assigned_at timestamptz;

-- Who had it before, by whom it was given, and how: by work on it (worked), taken over (taken), handed over by whoever had
-- it (handed), by a lead (assigned), given up (dropped), or because the account of the one before was ended (ended).
create table consultations.assignments (
  id text collate "C" primary key,
  -- Several may be of one millisecond.
  seq bigint generated always as identity,
  consultation_id text collate "C" not null,
  -- Nobody, when it has no assignee from then on.
  staff_id text collate "C",
  -- Nobody of the team, when the account was ended.
  by_staff_id text collate "C",
  how text not null check (how in ('worked', 'taken', 'handed', 'assigned', 'dropped', 'ended')),
  -- Why, in words, encrypted and bound to the row.
  sealed_reason bytea,
  at timestamptz not null
);
create index assignments_consultation on consultations.assignments (consultation_id, seq);

-- Open cases with a spoken yes belong to whoever heard it.
update consultations.consultations c set assignee_id = k.staff_id, assigned_at = k.called_at
from (select distinct on (consultation_id) consultation_id, staff_id, called_at from consultations.calls
  where outcome = 'confirmed' and applied_from is null order by consultation_id, called_at desc, id desc) k
where k.consultation_id = c.id and c.closed_at is null;

create index consultations_assignee on consultations.consultations (assignee_id, callback_at)
  where assignee_id is not null and closed_at is null;
