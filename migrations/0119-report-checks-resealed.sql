-- A release of findings is not changed, but encrypted again when a key is retired.
create or replace function report_checks.refuse_change() returns trigger language plpgsql as $$
declare
  resealed report_checks.releases := new;
begin
  if tg_op = 'UPDATE' then
    resealed.sealed_findings := old.sealed_findings;
    if resealed is not distinct from old and platform.is_encrypted_again(old.sealed_findings, new.sealed_findings) then
      return new;
    end if;
  end if;
  raise exception 'a release of findings is not changed';
end $$;
