-- A statement of the team is never changed, but encrypted again when a key is retired.
create or replace function facts.refuse_change() returns trigger language plpgsql as $$
declare
  resealed facts.changes := new;
begin
  if tg_op = 'UPDATE' then
    resealed.sealed_change := old.sealed_change;
    if resealed is not distinct from old and platform.is_encrypted_again(old.sealed_change, new.sealed_change) then
      return new;
    end if;
  end if;
  raise exception 'statements of the team are never changed';
end $$;
