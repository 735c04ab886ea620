create schema audit;

-- Who of the team did or saw what. Each row carries a fingerprint over itself and over the fingerprint before it.
create table audit.entries (
  seq bigint primary key,
  at timestamptz(3) not null,
  kind text not null check (kind in ('view', 'action', 'refused')),
  operation text not null,
  staff_id text collate "C",
  -- How they were known: a token, a session, the command line.
  credential_id text collate "C",
  subject_id text collate "C",
  reason text,
  request_id text collate "C",
  mac bytea not null,
  erased_mac bytea,
  -- Acts in the partner portal: at which institution, and by which of its users. Both are fingerprinted with the entry where
  -- they are set, so entries that stand keep their fingerprint.
  institution_id text collate "C",
  user_id text collate "C"
);
create index entries_institution on audit.entries (institution_id, seq)
  where institution_id is not null;
create index entries_staff on audit.entries (staff_id, seq);
create index entries_subject on audit.entries (subject_id, seq) where subject_id is not null;

-- Where the chain ends, sealed, so that rows missing at its end are missed. Whoever adds a row holds this one.
create table audit.head (
  one boolean default true primary key check (one),
  seq bigint not null,
  mac bytea not null,
  seal bytea
);

create function audit.refuse_change() returns trigger language plpgsql as $$
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

-- Runs as the owner, who sees every entry, because the head also moves for people who see none. It restores the account the
-- transaction acts for; only a superuser could set it for the function alone.
create function audit.refuse_jump() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  acting constant text := coalesce(current_setting('makewhole.account', true), '');
  added boolean;
begin
  perform set_config('makewhole.account', '*', true);
  added := exists (
    select from audit.entries e where e.seq = new.seq and e.mac = new.mac and e.xmin = pg_current_xact_id()::xid);
  perform set_config('makewhole.account', acting, true);
  if new.one and new.seq = old.seq + 1 and new.seal is not null and added then
    return new;
  end if;
  raise exception 'audit.head only moves onto the entry that is added with it';
end $$;

create function audit.refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'audit.head stays';
end $$;

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
create trigger entries_stay before update or delete on audit.entries
  for each row execute function audit.refuse_change();
create trigger entries_stay_all before truncate on audit.entries
  for each statement execute function audit.refuse_change();
create trigger head_forward before update on audit.head
  for each row execute function audit.refuse_jump();
create trigger head_stays before delete on audit.head
  for each row execute function audit.refuse_removal();
create trigger head_stays_all before truncate on audit.head
  for each statement execute function audit.refuse_removal();

insert into audit.head (seq, mac) values (0, '');

-- An institution reads its own part of the trail. Adding an entry does not require seeing it, because people who are not signed
-- in yet leave entries too. Whoever acts for an institution cannot add to the trail of another.
do $$
declare
  owner constant text := (select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner
    where c.oid = 'audit.entries'::regclass);
begin
  execute format($f$create policy own_account on audit.entries for select to makewhole_api, %I
    using (institution_id = (select current_setting('makewhole.account', true)))$f$, owner);
  execute format($f$create policy owner on audit.entries to %I
    using ((select coalesce(current_setting('makewhole.account', true), '')) in ('', '*'))$f$, owner);
  execute format($f$create policy added on audit.entries for insert to makewhole_api, %I
    with check (institution_id is null or (select coalesce(current_setting('makewhole.account', true), '')) in ('', '*', institution_id))$f$,
    owner);
end $$;
create policy every_account on audit.entries to makewhole_api
  using ((select current_setting('makewhole.account', true)) = '*');
create policy service on audit.entries to makewhole_worker, makewhole_cli using (true);
alter table audit.entries enable row level security;
alter table audit.entries force row level security;
