-- A credential is checked with the headers of a request and again when its work commits. Requests share the lock of the
-- credential's owner from that second check to their commit, which is one moment; whoever ends a credential takes it alone as the
-- last thing before the commit. So one of the two commits first, and a request that comes second sees that it may not.

-- SQLSTATE MW401; the message is the reason, which names nobody.
create function access.refuse_credential(reason text) returns void language plpgsql as $$
begin
  raise exception using errcode = 'MW401', message = reason;
end $$;

create function access.share_owner(owner text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('access.owner/' || owner, 0));
end $$;

-- Each statement below sees what was committed before it began, so the row is read after the lock was granted.
create function access.recheck_partner_key(institution text, credential text, at timestamptz) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_key record;
begin
  perform access.share_owner(institution);
  select k.revoked_at, k.expires_at, p.status into found_key
  from access.partner_keys k join access.principals p on p.id = k.institution_id
  where k.institution_id = institution and k.id = credential;
  if found_key.status is null or found_key.revoked_at is not null then perform access.refuse_credential('revoked'); end if;
  if found_key.expires_at <= at then perform access.refuse_credential('expired'); end if;
  if found_key.status <> 'active' then perform access.refuse_credential('suspended'); end if;
end $$;

create function access.recheck_signed_credential(institution text, credential text) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_credential record;
begin
  perform access.share_owner(institution);
  select c.revoked_at, p.status into found_credential
  from access.signed_credentials c join access.principals p on p.id = c.institution_id
  where c.institution_id = institution and c.id = credential;
  if found_credential.status is null or found_credential.revoked_at is not null then
    perform access.refuse_credential('revoked');
  end if;
  if found_credential.status <> 'active' then perform access.refuse_credential('suspended'); end if;
end $$;

-- Whether this transaction wrote the row: who rotates a key or signs out ends what the request itself came with.
create function access.is_own_change(written_by xid) returns boolean language sql stable as $$
  select written_by = pg_current_xact_id_if_assigned()::xid
$$;

create function access.recheck_agent_key(principal text, credential text) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform access.share_owner(principal);
  perform from access.agent_keys k join access.principals p on p.id = k.principal_id
  where k.id = credential and k.principal_id = principal and p.status = 'active'
    and (k.revoked_at is null or access.is_own_change(k.xmin));
  if not found then perform access.refuse_credential('revoked'); end if;
end $$;

-- A token that never opened anything is refused by whoever reads the intake, so this one has an intake.
create function access.recheck_poll_token(hashes bytea[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  intake text;
begin
  select t.intake_id into intake from access.poll_tokens t where t.token_hash = any(hashes);
  if intake is null then perform access.refuse_credential('revoked'); end if;
  perform access.share_owner(intake);
  perform from access.poll_tokens t where t.token_hash = any(hashes);
  if not found then perform access.refuse_credential('revoked'); end if;
end $$;

create function access.recheck_session(member text, credential text, at timestamptz, roles text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_role text;
begin
  perform access.share_owner(member);
  select s.role into found_role from access.sessions e join access.staff s on s.id = e.staff_id
  where e.id = credential and e.staff_id = member and e.expires_at > at and s.disabled_at is null
    and (e.ended_at is null or access.is_own_change(e.xmin));
  if not found then perform access.refuse_credential('revoked'); end if;
  if found_role <> all(roles) then perform access.refuse_credential('role'); end if;
end $$;

create function access.recheck_staff_token(member text, credential text, at timestamptz, roles text[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_role text;
begin
  perform access.share_owner(member);
  select s.role into found_role from access.staff_tokens t join access.staff s on s.id = t.staff_id
  where t.id = credential and t.staff_id = member and (t.expires_at is null or t.expires_at > at) and s.disabled_at is null
    and (t.revoked_at is null or access.is_own_change(t.xmin));
  if not found then perform access.refuse_credential('revoked'); end if;
  if found_role <> all(roles) then perform access.refuse_credential('role'); end if;
end $$;

-- The argument is the column that names the owner.
create function access.lock_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('access.owner/' || (to_jsonb(old) ->> tg_argv[0]), 0));
  return null;
end $$;

-- Deferred: every other lock of the transaction is held by then, and none is waited for while this one is. Creating a
-- trigger makes writers wait, readers not, so nobody who calls is kept waiting by several tables in one file.
create constraint trigger lock_owner after update of revoked_at, expires_at on access.partner_keys
  deferrable initially deferred for each row
  when (old.revoked_at is distinct from new.revoked_at or old.expires_at is distinct from new.expires_at)
  execute function access.lock_owner('institution_id');

create constraint trigger lock_owner after update of revoked_at on access.signed_credentials
  deferrable initially deferred for each row when (old.revoked_at is distinct from new.revoked_at)
  execute function access.lock_owner('institution_id');

create constraint trigger lock_owner after update of revoked_at on access.agent_keys
  deferrable initially deferred for each row when (old.revoked_at is distinct from new.revoked_at)
  execute function access.lock_owner('principal_id');

create constraint trigger lock_owner after update of status on access.principals
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function access.lock_owner('id');

create constraint trigger lock_owner after delete on access.poll_tokens
  deferrable initially deferred for each row
  execute function access.lock_owner('intake_id');

create constraint trigger lock_owner after update of ended_at on access.sessions
  deferrable initially deferred for each row when (old.ended_at is distinct from new.ended_at)
  execute function access.lock_owner('staff_id');

create constraint trigger lock_owner after update of revoked_at, expires_at on access.staff_tokens
  deferrable initially deferred for each row
  when (old.revoked_at is distinct from new.revoked_at or old.expires_at is distinct from new.expires_at)
  execute function access.lock_owner('staff_id');

create constraint trigger lock_owner after update of disabled_at, role on access.staff
  deferrable initially deferred for each row
  when (old.disabled_at is distinct from new.disabled_at or old.role is distinct from new.role)
  execute function access.lock_owner('id');
