-- The claim of due deliveries as it stands in the migrated database; claim-sql.test.ts holds the two equal. To change it,
-- change it here and copy this file into a new migration: migrations that ran are never edited.
--
-- Claims due rows of a lane: each endpoint gets its cap minus what is in flight, the rest is parked until something
-- of that endpoint finishes. One claim at a time, so that the cap holds whatever the number of processes: the lock is
-- a statement of its own because the next one must see what the claim before it wrote.
--
-- The plan does not depend on statistics. The queue is empty most of the time, so that is how the planner knows it; a
-- plan for an empty table reads the whole table at every claim once a burst has filled it. Rows are updated where they
-- were locked, by ctid, and everything else is reached through its index.
create or replace function webhooks.claim(worker text, in_lane text, now_at timestamptz, batch integer, cap integer)
returns table (id text, account_id text, endpoint_id text, event_id text, event_type text, body text, attempt smallint, due_at timestamptz)
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('webhooks.claim'));
  return query
  with due as materialized (
    select d.place_in_table, d.endpoint_id, row_number() over (partition by d.endpoint_id order by d.due_at, d.id) as place
    from (
      select ctid as place_in_table, id, endpoint_id, due_at from webhooks.deliveries
      where state = 'waiting' and lane = in_lane and due_at <= now_at
      order by due_at limit batch for update skip locked) as d
  ), free as materialized (
    select e.endpoint_id, cap - (
      select count(*) from webhooks.deliveries c where c.state = 'claimed' and c.endpoint_id = e.endpoint_id) as slots
    from (select distinct endpoint_id from due) as e
  ), decided as materialized (
    select due.place_in_table, due.place <= free.slots as taken from due join free using (endpoint_id)
  ), changed as (
    update webhooks.deliveries d set
      state = case when decided.taken then 'claimed' else 'parked' end,
      attempt = d.attempt + decided.taken::integer,
      claimed_by = case when decided.taken then worker end,
      lease_until = case when decided.taken then now() + interval '30 seconds' end
    from decided where d.ctid = decided.place_in_table
    returning d.*
  )
  select c.id, c.account_id, c.endpoint_id, c.event_id, c.event_type, c.body, c.attempt, c.due_at
  from changed c where c.state = 'claimed';
end $$;
