create schema appraisals;

-- The written appraisal of a case: one draft that staff change, and its released versions.
create table appraisals.appraisals (
  id text collate "C" primary key,
  consultation_id text collate "C" not null unique,
  -- Counts the changes of the draft: whoever releases or changes it says which one they saw.
  revision integer not null default 0,
  -- What the draft says, as canonical JSON; null once it is released, until somebody changes it again.
  sealed_draft bytea,
  draft_by text collate "C",
  draft_at timestamptz(3),
  created_at timestamptz(3) not null
);

-- What was released, for good.
create table appraisals.versions (
  id text collate "C" primary key,
  appraisal_id text collate "C" not null references appraisals.appraisals (id),
  number integer not null check (number > 0),
  -- Which draft it was made from: released twice, it is one version.
  revision integer not null,
  snapshot_id text collate "C" not null,
  value_cents integer not null,
  -- The exact inputs as canonical JSON, and their SHA-256.
  sealed_inputs bytea not null,
  inputs_hash bytea not null,
  -- The address of its page: only the fingerprint is compared.
  token_hash bytea not null unique,
  sealed_token bytea not null,
  -- Why nothing is charged for it, where nothing was pre-authorized.
  reason text collate "C" check (reason in ('included', 'paid_otherwise', 'goodwill')),
  released_by text collate "C" not null,
  released_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  withdrawn_by text collate "C",
  -- Why, in words, encrypted and bound to the row.
  sealed_withdrawal bytea,
  unique (appraisal_id, number),
  unique (appraisal_id, revision)
);

create function appraisals.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a released appraisal is not changed';
end $$;

-- The one change that a version sees: it is withdrawn, once.
create function appraisals.refuse_edit() returns trigger language plpgsql as $$
declare
  standing appraisals.versions := new;
begin
  standing.withdrawn_at := null;
  standing.withdrawn_by := null;
  standing.sealed_withdrawal := null;
  if old.withdrawn_at is null and new.withdrawn_at is not null and standing is not distinct from old then
    return new;
  end if;
  raise exception 'a released appraisal is not changed';
end $$;

create trigger versions_unedited before update on appraisals.versions
  for each row execute function appraisals.refuse_edit();
create trigger versions_stay before delete on appraisals.versions
  for each row execute function appraisals.refuse_change();
create trigger versions_stay_all before truncate on appraisals.versions
  for each statement execute function appraisals.refuse_change();
