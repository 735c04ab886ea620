create schema report_checks;

-- Which findings about the insurer's report a customer sees: every release and every withdrawal, the newest counts.
create table report_checks.releases (
  id text collate "C" primary key,
  -- Those of one case are written one after the other, so this is their order even within a millisecond.
  number bigint generated always as identity,
  consultation_id text collate "C" not null,
  -- The findings as they were at that moment, as canonical JSON; null takes back what was released before.
  sealed_findings bytea,
  staff_id text collate "C" not null,
  at timestamptz(3) not null
);

create index releases_newest on report_checks.releases (consultation_id, number desc);

create function report_checks.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a release of findings is not changed';
end $$;

create trigger releases_stay before update or delete on report_checks.releases
  for each row execute function report_checks.refuse_change();
create trigger releases_stay_all before truncate on report_checks.releases
  for each statement execute function report_checks.refuse_change();
