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
  mac bytea not null
);
create index entries_staff on audit.entries (staff_id, seq);
create index entries_subject on audit.entries (subject_id, seq) where subject_id is not null;

-- Where the chain ends, sealed, so that rows missing at its end are missed. Whoever adds a row holds this one.
create table audit.head (
  one boolean primary key default true check (one),
  seq bigint not null,
  mac bytea not null,
  seal bytea
);
insert into audit.head (seq, mac) values (0, '');

create function audit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit.entries is only added to';
end $$;
create trigger entries_stay before update or delete on audit.entries
  for each row execute function audit.refuse_change();
create trigger entries_stay_all before truncate on audit.entries
  for each statement execute function audit.refuse_change();
