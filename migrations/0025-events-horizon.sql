-- Long transactions that write events of one account only, such as a roster of a million vehicles.
create table events.long_writers (
  transaction_id xid8 not null,
  account_id text collate "C" not null,
  primary key (transaction_id, account_id)
);

-- Up to where an account's log is complete: below the oldest open transaction that may still write into it. One that is
-- known to write for another account, or in another database of the server, cannot.
create function events.horizon(account text) returns xid8 language sql stable as $$
  select coalesce(
    (select min(open.id) from pg_snapshot_xip(pg_current_snapshot()) as open (id)
     where not exists (select from events.long_writers w where w.transaction_id = open.id and w.account_id <> account)
       and not exists (select from pg_stat_get_activity(null) a
         where a.backend_xid = open.id::xid and a.datid <> (select oid from pg_database where datname = current_database()))),
    pg_snapshot_xmax(pg_current_snapshot()))
$$;
