create schema appraisals;

-- The written appraisal of a case: one draft that staff change, and its released versions.
create table appraisals.appraisals (
  id text collate "C" primary key,
  consultation_id text collate "C" not null unique,
  -- Counts the changes of the draft: whoever releases or changes it says which one they saw.
  revision integer not null default 0,
  -- What the draft says, as canonical JSON; null once it is released, until somebody changes it again.
  encrypted_draft bytea,
  draft_by text collate "C",
  draft_at timestamptz(3),
  created_at timestamptz(3) not null
);

-- What was released, for good.
create table appraisals.versions (
  id text collate "C" primary key,
  appraisal_id text collate "C" not null references appraisals.appraisals(id),
  number integer not null check (number > 0),
  -- Which draft it was made from: released twice, it is one version.
  revision integer not null,
  snapshot_id text collate "C" not null,
  value_cents integer not null,
  -- The exact inputs as canonical JSON, and their SHA-256.
  encrypted_inputs bytea not null,
  inputs_hash bytea not null,
  -- The address of its page: only the fingerprint is compared.
  token_hash bytea not null unique,
  encrypted_token bytea not null,
  -- Why nothing is charged for it, where nothing was pre-authorized.
  reason text collate "C" check (reason in ('included', 'paid_otherwise', 'goodwill')),
  released_by text collate "C" not null,
  released_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  withdrawn_by text collate "C",
  -- Why, in words, encrypted and bound to the row.
  encrypted_withdrawal bytea,
  erased_at timestamptz(3),
  unique (appraisal_id, number),
  unique (appraisal_id, revision)
);
create index versions_snapshot on appraisals.versions (snapshot_id);

create function appraisals.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a released appraisal is not changed';
end $$;

-- An erased version is withdrawn too, if it was not: its page has nothing to show.
create function appraisals.refuse_edit() returns trigger language plpgsql as $$
declare
  standing appraisals.versions := new;
  erased appraisals.versions := old;
  resealed appraisals.versions := new;
begin
  standing.withdrawn_at := null;
  standing.withdrawn_by := null;
  standing.encrypted_withdrawal := null;
  if old.withdrawn_at is null and new.withdrawn_at is not null and standing is not distinct from old then
    return new;
  end if;
  resealed.encrypted_inputs := old.encrypted_inputs;
  resealed.encrypted_token := old.encrypted_token;
  resealed.encrypted_withdrawal := old.encrypted_withdrawal;
  if new.encrypted_token is distinct from old.encrypted_token then
    resealed.token_hash := old.token_hash;
  end if;
  if resealed is not distinct from old and platform.is_encrypted_again(old.encrypted_inputs, new.encrypted_inputs)
    and platform.is_encrypted_again(old.encrypted_token, new.encrypted_token)
    and platform.is_encrypted_again(old.encrypted_withdrawal, new.encrypted_withdrawal) then
    return new;
  end if;
  erased.encrypted_inputs := new.encrypted_inputs;
  erased.encrypted_withdrawal := new.encrypted_withdrawal;
  erased.withdrawn_at := coalesce(old.withdrawn_at, new.withdrawn_at);
  erased.withdrawn_by := coalesce(old.withdrawn_by, new.withdrawn_by);
  erased.erased_at := new.erased_at;
  if old.erased_at is null and new.erased_at is not null and new.withdrawn_at is not null
    and new is not distinct from erased then
    return new;
  end if;
  raise exception 'a released appraisal is not changed';
end $$;

create trigger versions_stay before delete on appraisals.versions
  for each row execute function appraisals.refuse_change();
create trigger versions_stay_all before truncate on appraisals.versions
  for each statement execute function appraisals.refuse_change();
create trigger versions_unedited before update on appraisals.versions
  for each row execute function appraisals.refuse_edit();
