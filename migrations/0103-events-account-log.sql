-- concurrently
-- The log of an account in its order. A partitioned table takes no concurrent index, so each day gets its own in a transaction of
-- its own: writers wait for one day's rows at most. Days that are created meanwhile have it from the start. The index
-- events_account_place stays for the version before.
-- It holds no rows itself.
-- squawk-ignore require-concurrent-index-creation
create index if not exists events_account_log on only events.events (account_id, era, transaction_id, place) where account_id is not null;

do $$
declare
  day regclass;
  name text;
begin
  for day in
    select i.inhrelid::regclass from pg_inherits i where i.inhparent = 'events.events'::regclass
      and not exists (
        select from pg_index x join pg_inherits p on p.inhrelid = x.indexrelid
        where x.indrelid = i.inhrelid and p.inhparent = 'events.events_account_log'::regclass)
  loop
    name := (select relname from pg_class where oid = day) || '_account_log';
    execute format(
      'create index if not exists %I on %s (account_id, era, transaction_id, place) where account_id is not null', name, day);
    execute format('alter index events.events_account_log attach partition events.%I', name);
    commit;
  end loop;
end $$;
