-- What is never changed may be encrypted again (0116 to 0119), and erased once: the words and who somebody is go, and the row says so. A chain goes on through
-- an erased row by a fingerprint of its own, which only a process with the key can make.
alter table consent.entries
  add column erased_at timestamptz(3),
  -- The link before it when it was erased, and the fingerprint over what is left, that link and its own.
  add column erased_before bytea,
  add column erased_mac bytea;
alter table audit.entries add column erased_mac bytea;
alter table facts.changes add column erased_at timestamptz(3);
alter table appraisals.versions add column erased_at timestamptz(3);
alter table report_checks.releases add column erased_at timestamptz(3);

create or replace function consent.refuse_edit() returns trigger language plpgsql as $$
declare
  unchained consent.entries := new;
  wrapped consent.entries := new;
  erased consent.entries := old;
begin
  unchained.seq := null;
  unchained.chain_mac := null;
  if old.seq is null and old.chain_mac is null and new.seq is not null and new.chain_mac is not null
    and unchained is not distinct from old then
    return new;
  end if;
  wrapped.sealed_details := old.sealed_details;
  if get_byte(new.sealed_details, 0) = 3 and wrapped is not distinct from old then
    return new;
  end if;
  erased.sealed_details := new.sealed_details;
  erased.erased_at := new.erased_at;
  erased.erased_before := new.erased_before;
  erased.erased_mac := new.erased_mac;
  if old.seq is not null and old.erased_at is null and new.erased_at is not null and new.erased_before is not null
    and new.erased_mac is not null and new is not distinct from erased then
    return new;
  end if;
  raise exception 'consent.entries is only added to';
end $$;

create or replace function audit.refuse_change() returns trigger language plpgsql as $$
declare
  erased audit.entries;
begin
  if tg_op = 'UPDATE' then
    erased := old;
    erased.reason := null;
    erased.erased_mac := new.erased_mac;
    if old.reason is not null and old.erased_mac is null and new.erased_mac is not null
      and new is not distinct from erased then
      return new;
    end if;
  end if;
  raise exception 'audit.entries is only added to';
end $$;

create or replace function facts.refuse_change() returns trigger language plpgsql as $$
declare
  erased facts.changes;
  resealed facts.changes := new;
begin
  if tg_op = 'UPDATE' then
    resealed.sealed_change := old.sealed_change;
    if resealed is not distinct from old and platform.is_encrypted_again(old.sealed_change, new.sealed_change) then
      return new;
    end if;
    erased := old;
    erased.sealed_change := new.sealed_change;
    erased.erased_at := new.erased_at;
    if old.erased_at is null and new.erased_at is not null and new is not distinct from erased then
      return new;
    end if;
  end if;
  raise exception 'statements of the team are never changed';
end $$;

-- An erased version is withdrawn too, if it was not: its page has nothing to show.
create or replace function appraisals.refuse_edit() returns trigger language plpgsql as $$
declare
  standing appraisals.versions := new;
  erased appraisals.versions := old;
  resealed appraisals.versions := new;
begin
  standing.withdrawn_at := null;
  standing.withdrawn_by := null;
  standing.sealed_withdrawal := null;
  if old.withdrawn_at is null and new.withdrawn_at is not null and standing is not distinct from old then
    return new;
  end if;
  resealed.sealed_inputs := old.sealed_inputs;
  resealed.sealed_token := old.sealed_token;
  resealed.sealed_withdrawal := old.sealed_withdrawal;
  if new.sealed_token is distinct from old.sealed_token then
    resealed.token_hash := old.token_hash;
  end if;
  if resealed is not distinct from old and platform.is_encrypted_again(old.sealed_inputs, new.sealed_inputs)
    and platform.is_encrypted_again(old.sealed_token, new.sealed_token)
    and platform.is_encrypted_again(old.sealed_withdrawal, new.sealed_withdrawal) then
    return new;
  end if;
  erased.sealed_inputs := new.sealed_inputs;
  erased.sealed_withdrawal := new.sealed_withdrawal;
  erased.withdrawn_at := coalesce(old.withdrawn_at, new.withdrawn_at);
  erased.withdrawn_by := coalesce(old.withdrawn_by, new.withdrawn_by);
  erased.erased_at := new.erased_at;
  if old.erased_at is null and new.erased_at is not null and new.withdrawn_at is not null
    and new is not distinct from erased then
    return new;
  end if;
  raise exception 'a released appraisal is not changed';
end $$;

create or replace function report_checks.refuse_change() returns trigger language plpgsql as $$
declare
  erased report_checks.releases;
  resealed report_checks.releases := new;
begin
  if tg_op = 'UPDATE' then
    resealed.sealed_findings := old.sealed_findings;
    if resealed is not distinct from old and platform.is_encrypted_again(old.sealed_findings, new.sealed_findings) then
      return new;
    end if;
    erased := old;
    erased.sealed_findings := null;
    erased.erased_at := new.erased_at;
    if old.erased_at is null and new.erased_at is not null and new is not distinct from erased then
      return new;
    end if;
  end if;
  raise exception 'a release of findings is not changed';
end $$;
