-- The bytes of an entry's details are part of its fingerprint, so a newer key wraps them and leaves them as they are inside
-- (docs/decisions/0069). Whoever puts anything else there is noticed by the fingerprint. A wrapped value begins with a 3.
create or replace function consent.refuse_edit() returns trigger language plpgsql as $$
declare
  unchained consent.entries := new;
  wrapped consent.entries := new;
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
  raise exception 'consent.entries is only added to';
end $$;
