-- Signed positions of both chains that were written outside the database, by their number. What they say is outside; here is
-- how far they go, so that one that is taken away outside is missed.
create schema anchors;
create table anchors.anchors (
  number bigint primary key check (number > 0),
  at timestamptz(3) not null,
  -- Of the whole file.
  sha256 bytea not null check (length(sha256) = 32)
);

create function anchors.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'anchors.anchors is only added to';
end $$;
create trigger anchors_stay before update or delete on anchors.anchors
  for each row execute function anchors.refuse_change();
create trigger anchors_stay_all before truncate on anchors.anchors
  for each statement execute function anchors.refuse_change();

-- The head of the audit trail moves one entry forward, onto one that its own transaction has added. The processes may update
-- it, and until here any of them could have put it anywhere.
create function audit.refuse_jump() returns trigger language plpgsql as $$
begin
  if new.one and new.seq = old.seq + 1 and new.seal is not null and exists (
    select from audit.entries e where e.seq = new.seq and e.mac = new.mac and e.xmin = pg_current_xact_id()::xid
  ) then
    return new;
  end if;
  raise exception 'audit.head only moves onto the entry that is added with it';
end $$;
create trigger head_forward before update on audit.head
  for each row execute function audit.refuse_jump();

create function audit.refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'audit.head stays';
end $$;
create trigger head_stays before delete on audit.head
  for each row execute function audit.refuse_removal();
create trigger head_stays_all before truncate on audit.head
  for each statement execute function audit.refuse_removal();

-- An entry behind the head would keep everybody else from adding theirs.
create function audit.refuse_uncounted() returns trigger language plpgsql as $$
begin
  if new.seq > (select seq from audit.head) then
    raise exception 'an entry of the audit trail is added with its head';
  end if;
  return null;
end $$;
create constraint trigger entries_counted after insert on audit.entries
  deferrable initially deferred for each row execute function audit.refuse_uncounted();

-- As before (0106), and: the head of the trail is updated only, and chaining the consent ledger and noting anchors are the
-- worker's.
create or replace function platform.grant_roles() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  roles constant text := 'makewhole_api, makewhole_worker, makewhole_cli';
  schema text;
  target text;
  step text;
  -- What else the worker and commands do: erase what is due, and encrypt again with a newer key.
  later text;
begin
  for schema in
    select nspname from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'graphile_worker', 'public')
      and pg_has_role(nspowner, 'usage')
  loop
    execute format('grant usage on schema %I to %s', schema, roles);
    execute format('grant usage on all sequences in schema %I to %s', schema, roles);
    execute format('revoke execute on all functions in schema %I from public', schema);
    execute format('grant execute on all functions in schema %I to %s', schema, roles);
  end loop;
  for target in
    select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and has_schema_privilege('makewhole_api', n.oid, 'usage')
      and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'graphile_worker', 'public')
  loop
    execute format('revoke all on %s from %s', target, roles);
    execute format('grant select, insert, update, delete on %s to %s', target, roles);
  end loop;
  -- Written once, except for what is named here; nobody may change or delete the rest.
  for target, step, later in
    select * from (values
      ('platform.day_tables', null, null),
      ('anchors.anchors', null, 'insert'),
      ('audit.entries', 'insert', 'update (reason, erased_mac)'),
      ('audit.head', 'update (seq, mac, seal)', null),
      ('consent.entries', 'insert', 'update (seq, chain_mac, sealed_details, erased_at, erased_before, erased_mac)'),
      ('consent.head', null, 'update (seq, mac, seal)'),
      ('consent.wordings', 'insert', null),
      ('facts.changes', 'insert', 'update (sealed_change, erased_at)'),
      ('appraisals.versions', 'insert, update (withdrawn_at, withdrawn_by, sealed_withdrawal)',
        'update (sealed_inputs, sealed_token, token_hash, erased_at)'),
      ('report_checks.releases', 'insert', 'update (sealed_findings, erased_at)'),
      ('exposure.loan_statements', 'insert', null),
      ('exposure.receipts', 'insert', null),
      ('exposure.terms_history', 'insert', null)) as written
  loop
    execute format('revoke insert, update, delete on %s from %s', target, roles);
    if step is not null then
      execute format('grant %s on %s to %s', step, target, roles);
    end if;
    if later is not null then
      execute format('grant %s on %s to makewhole_worker, makewhole_cli', later, target);
    end if;
  end loop;
  for target in select parent from platform.day_tables loop
    execute format('grant select on %s_default to makewhole_worker, makewhole_cli', target);
  end loop;
  -- Partitions are the worker's, and the command's that looks after them.
  for step in
    select p.oid::regprocedure::text from pg_proc p
    where p.pronamespace = 'platform'::regnamespace and (p.prosecdef or p.proname in ('drop_partitions', 'grant_roles'))
  loop
    execute format('revoke execute on function %s from %s', step, roles);
    if step not like 'platform.drop_partitions%' and step not like 'platform.grant_roles%' then
      execute format('grant execute on function %s to makewhole_worker, makewhole_cli', step);
    end if;
  end loop;
  grant select on public.migrations to makewhole_api, makewhole_worker, makewhole_cli;
end $$;
