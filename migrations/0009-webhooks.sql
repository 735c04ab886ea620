create schema webhooks;

-- Where an account wants to be told: one address per registered agent, several per institution.
create table webhooks.endpoints (
  account_id text collate "C",
  id text collate "C" unique,
  audience text not null check (audience in ('agent', 'partner')),
  url text not null,
  livemode boolean not null,
  payload text not null check (payload in ('thin', 'full')),
  -- Empty: every type that this kind of endpoint takes by default.
  event_types text[] not null,
  status text not null check (status in ('enabled', 'disabled')),
  -- The secret in force, and during a rotation's overlap the one before it.
  secret_kind text not null check (secret_kind in ('agent', 'gap', 'standard')),
  encrypted_secret bytea not null,
  previous_kind text check (previous_kind in ('agent', 'gap', 'standard')),
  encrypted_previous bytea,
  overlap_started_at timestamptz,
  overlap_ends_at timestamptz,
  -- Endpoints that answer slowly are worked off apart from the others.
  slow boolean not null default false,
  -- Since when no attempt has succeeded; null while it answers.
  failing_since timestamptz,
  warned_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the technical contact is to be told of deliveries that were given up: the first of which nobody was told yet,
  -- and when somebody was told last. One write per mail, however many deliveries end.
  exhausted_since timestamptz,
  exhausted_told_at timestamptz,
  -- When the secret was last replaced; null: never, or before this column was.
  rotated_at timestamptz,
  -- When the certificate ends that the receiver showed last; null until a connection was made.
  certificate_ends_at timestamptz,
  -- When the secret that a running rotation replaces came into force, for whoever takes the rotation back.
  previous_rotated_at timestamptz,
  primary key (account_id, id)
);
create unique index endpoints_agent on webhooks.endpoints (account_id) where audience = 'agent';
create index endpoints_exhausted on webhooks.endpoints (exhausted_since) where exhausted_since is not null;
create index endpoints_failing on webhooks.endpoints (failing_since) where failing_since is not null;
select platform.protect_account('webhooks.endpoints', 'account_id');

-- What is still to be delivered. A row leaves for the history when it is done, so the table stays small.
create table webhooks.deliveries (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  -- The exact text that is signed and sent, the same at every attempt.
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'parked')),
  -- live: as things happen; slow: to endpoints that answer slowly; replay: recovered and resent.
  lane text not null default 'live' check (lane in ('live', 'slow', 'replay')),
  attempt smallint not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  -- When its event was written, if `body` is that event's own thin text; null: the text is kept with the delivery alone.
  event_at timestamptz,
  transaction_id xid8 default pg_current_xact_id()
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0, fillfactor = 100);
create index deliveries_endpoint on webhooks.deliveries (endpoint_id, created_at);
create index deliveries_event on webhooks.deliveries (event_id);
create index deliveries_fresh on webhooks.deliveries (transaction_id);
create index deliveries_turn on webhooks.deliveries (endpoint_id, (lane = 'replay'), due_at, id);
select platform.protect_account('webhooks.deliveries', 'account_id');

-- What became of each delivery; by day, so that old days are dropped.
create table webhooks.delivery_history (
  id text collate "C",
  account_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  body text,
  state text not null check (state in ('succeeded', 'exhausted', 'canceled', 'skipped')),
  attempt smallint not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  event_at timestamptz,
  at timestamptz,
  -- null: nothing was sent.
  succeeded boolean,
  status smallint,
  cause text,
  duration_ms integer,
  timings jsonb,
  address text,
  answer text,
  sent text,
  primary key (id, finished_at)
) partition by range (finished_at);
create index history_endpoint on webhooks.delivery_history (endpoint_id, created_at);
create index history_endpoint_state on webhooks.delivery_history (endpoint_id, state, created_at) where (state <> 'succeeded');
create index history_event on webhooks.delivery_history (event_id);
create index history_state on webhooks.delivery_history (state, id) where (state <> 'succeeded');
select platform.protect_account('webhooks.delivery_history', 'account_id');

create table webhooks.delivery_history_default partition of webhooks.delivery_history default;

-- Every attempt: when, how it went, how long each step took.
create table webhooks.attempts (
  delivery_id text collate "C",
  number smallint,
  at timestamptz,
  -- The HTTP status, when there was one.
  status smallint,
  cause text not null,
  duration_ms integer not null,
  timings jsonb not null,
  address text,
  answer text,
  -- Where each attempt went and how it ended, so that an endpoint's health is read from an index. Rows written before
  -- have neither and count for nobody.
  endpoint_id text collate "C",
  -- null: nothing was sent.
  succeeded boolean,
  -- Where an attempt went, its signatures, and which secrets made them (JSON): a later secret could not make them again. Null
  -- where nothing was sent.
  sent text,
  primary key (delivery_id, number, at)
) partition by range (at);
create index attempts_endpoint on webhooks.attempts (endpoint_id, succeeded, at);

create table webhooks.attempts_default partition of webhooks.attempts default;

-- A recovery puts past deliveries of an endpoint back into the queue, a batch at a time; it goes on where it stopped.
create table webhooks.recoveries (
  id text collate "C" primary key,
  endpoint_id text collate "C" not null,
  since timestamptz not null,
  until timestamptz not null,
  states text[] not null,
  -- The created_at and id of the last delivery handled.
  place_at timestamptz,
  place_id text collate "C",
  total integer not null,
  recovered integer not null default 0,
  status text not null check (status in ('running', 'done', 'stopped')),
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Null: every type.
  event_types text[],
  -- How many deliveries a minute it puts back; null: as fast as they are found.
  per_minute integer check (per_minute >= 1 and per_minute <= 30000),
  -- When the next batch is due; null: at once.
  next_at timestamptz
);
-- The history of an endpoint's recoveries; the table is small.
create index recoveries_endpoint on webhooks.recoveries (endpoint_id, created_at);
create index recoveries_running on webhooks.recoveries (created_at) where status = 'running';

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

-- Endpoints that were deleted, for as long as their deliveries are kept: which account and which mode a delivery belongs to is
-- said by its endpoint, so that no delivery has to carry it. Those deleted before this have none.
create table webhooks.deleted_endpoints (
  account_id text collate "C",
  id text collate "C",
  livemode boolean not null,
  url text not null,
  deleted_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index deleted_endpoints_at on webhooks.deleted_endpoints (deleted_at);
select platform.protect_account('webhooks.deleted_endpoints', 'account_id');

-- Events that a receiver says it lacks, put into the queue of an endpoint again, a batch at a time.
create table webhooks.event_recoveries (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  livemode boolean not null,
  endpoint_id text collate "C" not null,
  -- In the order in which they are sent; emptied at the end.
  event_ids text[] not null,
  -- How many of them are done.
  place integer not null default 0,
  total integer not null,
  recovered integer not null default 0,
  status text not null check (status in ('running', 'done')),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index event_recoveries_created on webhooks.event_recoveries (created_at);
-- One at a time for an endpoint.
create unique index event_recoveries_running on webhooks.event_recoveries (endpoint_id) where status = 'running';
select platform.protect_account('webhooks.event_recoveries', 'account_id');

-- What an agent chose about its webhook; absent: the defaults. It stays when the webhook is removed and set again.
create table webhooks.agent_settings (
  account_id text collate "C" primary key,
  -- The operator is written to when the webhook fails for long or deliveries are given up.
  mail_on_failure boolean not null,
  updated_at timestamptz(3) not null
);
select platform.protect_account('webhooks.agent_settings', 'account_id');

create function webhooks.shard_of(endpoint text) returns smallint language sql immutable parallel safe
  as $$ select (hashtext(endpoint) & 63)::smallint $$;

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

create function webhooks.finish(ids text[], attempts smallint[], states text[], dues timestamptz[], ats timestamptz[],
  successes boolean[], statuses smallint[], causes text[], durations integer[], steps text[], addresses text[], answers text[],
  sents text[], now_at timestamptz)
returns setof text language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set enable_nestloop = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query with done as (
    delete from webhooks.deliveries d
    using unnest(ids, attempts, states, ats, successes, statuses, causes, durations, steps, addresses, answers, sents)
      as r (id, attempt, state, at, succeeded, status, cause, duration_ms, timings, address, answer, sent)
    where d.id = any(ids) and d.id = r.id and d.attempt = r.attempt - 1 and r.state is not null
    returning d.id, d.account_id, d.endpoint_id, d.event_id, d.event_type, d.created_at, d.event_at,
      case when (d.event_at at time zone 'UTC')::date = (now_at at time zone 'UTC')::date then null else d.body end as body,
      r.state, r.attempt, r.at, r.succeeded, r.status, r.cause, r.duration_ms, r.timings::jsonb as timings, r.address, r.answer,
      r.sent
  )
  insert into webhooks.delivery_history (id, account_id, endpoint_id, event_id, event_type, created_at, event_at, body,
    state, attempt, at, succeeded, status, cause, duration_ms, timings, address, answer, sent, finished_at)
  select *, now_at from done returning id;
  if array_position(states, null) is null then
    return;
  end if;
  return query with retried as (
    update webhooks.deliveries d set attempt = r.attempt, due_at = r.due_at
    from unnest(ids, attempts, states, dues, ats, successes, statuses, causes, durations, steps, addresses, answers, sents)
      as r (id, attempt, state, due_at, at, succeeded, status, cause, duration_ms, timings, address, answer, sent)
    where d.id = any(ids) and d.id = r.id and d.attempt = r.attempt - 1 and r.state is null
    returning d.id, d.endpoint_id, r.attempt, r.at, r.succeeded, r.status, r.cause, r.duration_ms, r.timings::jsonb as timings,
      r.address, r.answer, r.sent
  )
  insert into webhooks.attempts
    (delivery_id, endpoint_id, number, at, succeeded, status, cause, duration_ms, timings, address, answer, sent)
  select * from retried returning delivery_id;
end $$;

-- An attempt and a recovery belong to the account of their endpoint, also once it is deleted.
select platform.protect_rows(target::regclass, format(
  'exists (select from webhooks.endpoints e
     where e.account_id = (select current_setting(''makewhole.account'', true)) and e.id = %1$s.endpoint_id)
   or exists (select from webhooks.deleted_endpoints g
     where g.account_id = (select current_setting(''makewhole.account'', true)) and g.id = %1$s.endpoint_id)', target))
from unnest(array['webhooks.recoveries', 'webhooks.attempts']) as target;
