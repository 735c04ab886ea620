-- Up to where the log had been written when a day of it had been over for a while. What transactions that began before
-- may still add is ordered before this place, so the day is complete for an account once its horizon has come here.
create table events.closed_days (
  day date primary key,
  era bigint not null,
  transaction_id xid8 not null,
  noted_at timestamptz(3) not null,
  -- When the seals of all accounts had been made; null while a transaction from before is open.
  sealed_at timestamptz(3)
);

-- What a day of an account's log consisted of, in UTC, so that a receiver can tell whether it has all of it. A day without
-- events has no row: it is sealed with the day.
create table events.seals (
  account_id text collate "C" not null,
  livemode boolean not null,
  day date not null,
  count integer not null check (count > 0),
  first_id text collate "C" not null,
  last_id text collate "C" not null,
  -- Over the ids in the order of their bytes, joined by line feeds.
  sha256 bytea not null check (length(sha256) = 32),
  sealed_at timestamptz(3) not null,
  primary key (account_id, livemode, day)
);

-- Days whose log is not what was sealed, with what was found instead; each is found once.
create table events.broken_seals (
  account_id text collate "C" not null,
  livemode boolean not null,
  day date not null,
  count integer not null,
  sha256 bytea not null check (length(sha256) = 32),
  found_at timestamptz(3) not null,
  primary key (account_id, livemode, day)
);

create function events.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is only added to', tg_table_schema, tg_table_name;
end $$;
create trigger seals_stay before update or delete on events.seals
  for each row execute function events.refuse_change();
create trigger seals_stay_all before truncate on events.seals
  for each statement execute function events.refuse_change();
create trigger broken_seals_stay before update or delete on events.broken_seals
  for each row execute function events.refuse_change();
create trigger broken_seals_stay_all before truncate on events.broken_seals
  for each statement execute function events.refuse_change();

select platform.protect_account('events.seals', 'account_id');
select platform.protect_account('events.broken_seals', 'account_id');
