create schema facts;

-- One row per case about which something was learned or found out beside the submission. What was found out about an
-- intake is in intakes.intakes, because its receipt rests on it; of the other sources it is here.
create table facts.cases (
  consultation_id text collate "C" primary key,
  -- Grows with every change by staff; who changes something says which version they saw.
  version integer not null default 0 check (version >= 0),
  -- By source: what the VIN tells, what a report prints, what the team stated; nothing personal.
  found jsonb not null default '{}'::jsonb,
  -- The market read of a case that is no intake.
  preliminary jsonb,
  -- What the team stated about the person, and their own words about the vehicle, encrypted.
  encrypted_person bytea,
  -- What staff search by.
  vin text collate "C",
  claim_number text,
  -- Since when a market read is wanted; null when none is.
  market_due_at timestamptz,
  updated_at timestamptz not null
) with (fillfactor = 80);
create index cases_claim_number on facts.cases (claim_number) where claim_number is not null;
create index cases_market_due on facts.cases (market_due_at) where market_due_at is not null;
create index cases_vin on facts.cases (vin) where vin is not null;

-- Every statement of the team, never changed: the value, and the one in force before with its source, encrypted.
create table facts.changes (
  id text collate "C" primary key,
  consultation_id text collate "C" not null references facts.cases(consultation_id),
  version integer not null,
  field text collate "C" not null,
  encrypted_change bytea not null,
  staff_id text collate "C",
  at timestamptz not null,
  erased_at timestamptz(3)
);
create index changes_case on facts.changes (consultation_id, version desc, id desc);

-- A statement of the team is never changed, but encrypted again when a key is retired.
create function facts.refuse_change() returns trigger language plpgsql as $$
declare
  erased facts.changes;
  resealed facts.changes := new;
begin
  if tg_op = 'UPDATE' then
    resealed.encrypted_change := old.encrypted_change;
    if resealed is not distinct from old and platform.is_encrypted_again(old.encrypted_change, new.encrypted_change) then
      return new;
    end if;
    erased := old;
    erased.encrypted_change := new.encrypted_change;
    erased.erased_at := new.erased_at;
    if old.erased_at is null and new.erased_at is not null and new is not distinct from erased then
      return new;
    end if;
  end if;
  raise exception 'statements of the team are never changed';
end $$;

create trigger changes_stay before update or delete on facts.changes
  for each row execute function facts.refuse_change();
