-- Whether a value is the same, or was encrypted again with another key: bytes 2 to 5 are the key's id. That it says the same is
-- ensured by the key: nobody else makes one that opens in its row.
create function platform.is_encrypted_again(prior bytea, next bytea) returns boolean language sql immutable
  return prior is not distinct from next
    or coalesce(octet_length(next) >= 34 and substr(prior, 2, 4) <> substr(next, 2, 4), false);

-- A released version is withdrawn once, and encrypted again whenever a key is retired.
create or replace function appraisals.refuse_edit() returns trigger language plpgsql as $$
declare
  standing appraisals.versions := new;
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
  raise exception 'a released appraisal is not changed';
end $$;
