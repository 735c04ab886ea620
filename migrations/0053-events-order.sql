-- The last transaction that had ended when a statement began to write.
create function events.last_ended() returns xid8 language sql stable as $$
  select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text::xid8
$$;

-- A transaction has its id from its first write on, and may have to wait for a row after that: whoever had the row before it
-- can have the higher id. So an event stands behind every transaction that had ended when it was written, those it waited
-- for among them, and the order of one object's events is that of its changes. It never stands before its own transaction,
-- by which events.horizon knows whom readers have to wait for.
alter table events.events alter column transaction_id set default greatest(pg_current_xact_id(), events.last_ended());
