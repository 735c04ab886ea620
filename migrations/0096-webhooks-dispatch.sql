-- A delivery is inserted once, by the change that causes it, and deleted once, when it is done. Who may deliver for an
-- endpoint is who holds the advisory lock of its shard (platform/jobs/shard-locks.ts), so nothing is claimed, leased or parked
-- any more. The columns of claims stay for the version before, which can be rolled back to.
alter table webhooks.deliveries
  alter column state set default 'waiting',
  alter column lane set default 'live',
  -- When its event was written, if `body` is that event's own thin text; null: the text is kept with the delivery alone.
  add column event_at timestamptz,
  -- New rows are found by it; those from before are found when their shard is taken.
  add column transaction_id xid8;
alter table webhooks.deliveries alter column transaction_id set default pg_current_xact_id();
-- Rows are no longer updated at each step: pages can be full.
alter table webhooks.deliveries set (fillfactor = 100);

drop index webhooks.deliveries_due, webhooks.deliveries_claimed, webhooks.deliveries_lease, webhooks.deliveries_parked;
create index deliveries_turn on webhooks.deliveries (endpoint_id, (lane = 'replay'), due_at, id);
create index deliveries_fresh on webhooks.deliveries (transaction_id);

-- The attempt that ends a delivery is part of its row; webhooks.attempts has those before it. A text that is its event's own
-- is kept there only, as long as both are dropped on the same day.
alter table webhooks.finished_deliveries
  alter column body drop not null,
  add column event_at timestamptz,
  add column at timestamptz,
  -- null: nothing was sent.
  add column succeeded boolean,
  add column status smallint,
  add column cause text,
  add column duration_ms integer,
  add column timings jsonb,
  add column address text,
  add column answer text;

-- Who worked for a shard last, and whether it left in order: after a crash the next one waits until attempts that may still be
-- under way have ended, so that no endpoint ever gets more than its cap.
create table webhooks.shards (
  id smallint primary key,
  owner text not null,
  taken_at timestamptz not null,
  released_at timestamptz,
  -- On the database's clock: attempts of owners that did not leave in order have ended by then.
  rest_until timestamptz
);

create function webhooks.shard_of(endpoint text) returns smallint language sql immutable parallel safe
  as $$ select (hashtext(endpoint) & 63)::smallint $$;

-- The functions below reach every row through an index, whatever the statistics say: the table is empty most of the time, so
-- that is how the planner knows it.

-- The endpoints of these shards for which something was committed since an earlier snapshot: by the transactions that were
-- open then, or had not begun. None is skipped and none is read twice, however many rows wait. The first column is the
-- snapshot of this reading; there is always one row. A restored database may hold higher ids than its own, which are left out.
create function webhooks.find_fresh(owned smallint[], began xid8, open_then xid8[])
returns table (snapshot text, shard smallint, endpoint_id text, replay boolean, first_due timestamptz)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select s.taken, f.shard, f.endpoint_id, f.replay, f.first_due
  from (select pg_current_snapshot()::text as taken) s
  left join (
    select webhooks.shard_of(d.endpoint_id) as shard, d.endpoint_id, d.lane = 'replay' as replay, min(d.due_at) as first_due
    from (
      select endpoint_id, lane, due_at from webhooks.deliveries
      where transaction_id >= began and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
      union all
      select d.endpoint_id, d.lane, d.due_at
      from (select id from unnest(open_then) as u (id) where pg_visible_in_snapshot(u.id, pg_current_snapshot()) offset 0) o
      cross join lateral (
        select endpoint_id, lane, due_at from webhooks.deliveries where transaction_id = o.id offset 0) d
    ) d where webhooks.shard_of(d.endpoint_id) = any(owned) group by d.endpoint_id, d.lane = 'replay'
  ) f on true;
end $$;

-- The next due rows of these queues, each from where it was read before, with the number of the attempt to come, and when the
-- first later one is due.
create function webhooks.read_due(endpoints text[], replays boolean[], dues timestamptz[], ids text[], now_at timestamptz, most integer)
returns table (endpoint_id text, replay boolean, next_due timestamptz,
  id text, account_id text, event_id text, event_type text, body text, attempt smallint, due_at timestamptz)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select q.endpoint_id, q.replay, n.due_at, r.id, r.account_id, r.event_id, r.event_type, r.body, r.attempt, r.due_at
  from unnest(endpoints, replays, dues, ids) as q (endpoint_id, replay, due_at, id)
  left join lateral (
    select d.due_at from webhooks.deliveries d
    where d.endpoint_id = q.endpoint_id and (d.lane = 'replay') = q.replay and d.due_at > now_at
    order by d.due_at, d.id limit 1) n on true
  left join lateral (
    select d.id, d.account_id, d.event_id, d.event_type, d.body, (d.attempt + 1)::smallint as attempt, d.due_at
    from webhooks.deliveries d
    where d.endpoint_id = q.endpoint_id and (d.lane = 'replay') = q.replay
      and (d.due_at, d.id) > (q.due_at, q.id) and d.due_at <= now_at
    order by d.due_at, d.id limit most) r on true;
end $$;

-- Every queue of these shards that has rows, and when its first is due: read once when a shard is taken.
create function webhooks.list_pending_queues(owned smallint[])
returns table (shard smallint, endpoint_id text, replay boolean, first_due timestamptz)
language sql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
  with recursive walk as (
    (select d.endpoint_id, d.lane = 'replay' as replay, d.due_at from webhooks.deliveries d
     order by d.endpoint_id, (d.lane = 'replay'), d.due_at, d.id limit 1)
    union all
    select n.endpoint_id, n.replay, n.due_at from walk w cross join lateral (
      select d.endpoint_id, d.lane = 'replay' as replay, d.due_at from webhooks.deliveries d
      where (d.endpoint_id, (d.lane = 'replay')) > (w.endpoint_id, w.replay)
      order by d.endpoint_id, (d.lane = 'replay'), d.due_at, d.id limit 1) n
  )
  select webhooks.shard_of(w.endpoint_id), w.endpoint_id, w.replay, w.due_at from walk w
  where webhooks.shard_of(w.endpoint_id) = any(owned)
$$;

-- Records attempts: a state ends the delivery, none retries it. An attempt counts only if no other was recorded since it
-- began: that is the fence between two processes that work for one shard for a moment. Returns those that count.
create function webhooks.finish(ids text[], attempts smallint[], states text[], dues timestamptz[], ats timestamptz[],
  successes boolean[], statuses smallint[], causes text[], durations integer[], steps text[], addresses text[], answers text[],
  now_at timestamptz)
returns setof text language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query with done as (
    delete from webhooks.deliveries d
    using unnest(ids, attempts, states, ats, successes, statuses, causes, durations, steps, addresses, answers)
      as r (id, attempt, state, at, succeeded, status, cause, duration_ms, timings, address, answer)
    where d.id = any(ids) and d.id = r.id and d.attempt = r.attempt - 1 and r.state is not null
    returning d.id, d.account_id, d.endpoint_id, d.event_id, d.event_type, d.created_at, d.event_at,
      case when (d.event_at at time zone 'UTC')::date = (now_at at time zone 'UTC')::date then null else d.body end as body,
      r.state, r.attempt, r.at, r.succeeded, r.status, r.cause, r.duration_ms, r.timings::jsonb as timings, r.address, r.answer
  )
  insert into webhooks.finished_deliveries (id, account_id, endpoint_id, event_id, event_type, created_at, event_at, body,
    state, attempt, at, succeeded, status, cause, duration_ms, timings, address, answer, finished_at)
  select *, now_at from done returning id;
  if array_position(states, null) is null then
    return;
  end if;
  return query with retried as (
    update webhooks.deliveries d set attempt = r.attempt, due_at = r.due_at
    from unnest(ids, attempts, states, dues, ats, successes, statuses, causes, durations, steps, addresses, answers)
      as r (id, attempt, state, due_at, at, succeeded, status, cause, duration_ms, timings, address, answer)
    where d.id = any(ids) and d.id = r.id and d.attempt = r.attempt - 1 and r.state is null
    returning d.id, d.endpoint_id, r.attempt, r.at, r.succeeded, r.status, r.cause, r.duration_ms, r.timings::jsonb as timings,
      r.address, r.answer
  )
  insert into webhooks.attempts
    (delivery_id, endpoint_id, number, at, succeeded, status, cause, duration_ms, timings, address, answer)
  select * from retried returning delivery_id;
end $$;

-- For the version before: it claims only while nobody holds a shard, so that both never deliver at once; after a roll-back it
-- works as it did, more slowly, because the indexes of claims are gone (docs/runbooks/deliveries-late.md).
alter function webhooks.claim(text, text, timestamptz, integer, integer) rename to claim_rows;
create function webhooks.claim(worker text, in_lane text, now_at timestamptz, batch integer, cap integer)
returns table (id text, account_id text, endpoint_id text, event_id text, event_type text, body text, attempt smallint, due_at timestamptz)
language plpgsql as $$
begin
  if exists (select from pg_locks where locktype = 'advisory' and classid = 2003332451 and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())) then
    return;
  end if;
  return query select * from webhooks.claim_rows(worker, in_lane, now_at, batch, cap);
end $$;
