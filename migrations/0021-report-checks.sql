create schema report_checks;

-- Which findings about the insurer's report a customer sees: every release and every withdrawal, the newest counts.
create table report_checks.releases (
  id text collate "C" primary key,
  -- Those of one case are written one after the other, so this is their order even within a millisecond.
  number bigint generated always as identity,
  consultation_id text collate "C" not null,
  -- The findings as they were at that moment, as canonical JSON; null takes back what was released before.
  encrypted_findings bytea,
  staff_id text collate "C" not null,
  at timestamptz(3) not null,
  erased_at timestamptz(3)
);
create index releases_newest on report_checks.releases (consultation_id, number desc);

-- A release of findings is not changed, but encrypted again when a key is retired.
create function report_checks.refuse_change() returns trigger language plpgsql as $$
declare
  erased report_checks.releases;
  resealed report_checks.releases := new;
begin
  if tg_op = 'UPDATE' then
    resealed.encrypted_findings := old.encrypted_findings;
    if resealed is not distinct from old and platform.is_encrypted_again(old.encrypted_findings, new.encrypted_findings) then
      return new;
    end if;
    erased := old;
    erased.encrypted_findings := null;
    erased.erased_at := new.erased_at;
    if old.erased_at is null and new.erased_at is not null and new is not distinct from erased then
      return new;
    end if;
  end if;
  raise exception 'a release of findings is not changed';
end $$;

create trigger releases_stay before update or delete on report_checks.releases
  for each row execute function report_checks.refuse_change();
create trigger releases_stay_all before truncate on report_checks.releases
  for each statement execute function report_checks.refuse_change();
