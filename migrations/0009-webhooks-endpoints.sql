create schema webhooks;

-- Where an account wants to be told: one address per registered agent, several per institution.
create table webhooks.endpoints (
  account_id text collate "C" not null,
  id text collate "C" not null unique,
  audience text not null check (audience in ('agent', 'partner')),
  url text not null,
  livemode boolean not null,
  payload text not null check (payload in ('thin', 'full')),
  -- Empty: every type that this kind of endpoint takes by default.
  event_types text[] not null,
  status text not null check (status in ('enabled', 'disabled')),
  -- The secret in force, and during a rotation's overlap the one before it.
  secret_kind text not null check (secret_kind in ('agent', 'gap', 'standard')),
  sealed_secret bytea not null,
  previous_kind text check (previous_kind in ('agent', 'gap', 'standard')),
  sealed_previous bytea,
  overlap_started_at timestamptz,
  overlap_ends_at timestamptz,
  -- Endpoints that answer slowly are worked off apart from the others.
  slow boolean not null default false,
  -- Since when no attempt has succeeded; null while it answers.
  failing_since timestamptz,
  warned_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index endpoints_agent on webhooks.endpoints (account_id) where audience = 'agent';

-- What is still to be delivered. A row leaves for the history when it is done, so the table stays small.
create table webhooks.deliveries (
  id text collate "C" primary key,
  account_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  -- The exact text that is signed and sent, the same at every attempt.
  body text not null,
  state text not null check (state in ('waiting', 'claimed', 'parked')),
  -- live: as things happen; slow: to endpoints that answer slowly; replay: recovered and resent.
  lane text not null check (lane in ('live', 'slow', 'replay')),
  attempt smallint not null default 0,
  due_at timestamptz not null,
  lease_until timestamptz,
  claimed_by text,
  created_at timestamptz not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

-- New and retrying alike: a poll looks only at the left edge, however many retries wait behind it.
create index deliveries_due on webhooks.deliveries (lane, due_at) where state = 'waiting';
create index deliveries_claimed on webhooks.deliveries (endpoint_id) where state = 'claimed';
create index deliveries_lease on webhooks.deliveries (lease_until) where state = 'claimed';
create index deliveries_parked on webhooks.deliveries (endpoint_id, due_at) where state = 'parked';
create index deliveries_event on webhooks.deliveries (event_id);
create index deliveries_endpoint on webhooks.deliveries (endpoint_id, created_at);

-- What became of each delivery; by day, so that old days are dropped.
create table webhooks.finished_deliveries (
  id text collate "C" not null,
  account_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  body text not null,
  state text not null check (state in ('succeeded', 'exhausted', 'canceled', 'skipped')),
  attempt smallint not null,
  created_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (id, finished_at)
) partition by range (finished_at);
create index finished_endpoint on webhooks.finished_deliveries (endpoint_id, created_at);
create index finished_event on webhooks.finished_deliveries (event_id);
create table webhooks.finished_deliveries_default partition of webhooks.finished_deliveries default;

-- Every attempt: when, how it went, how long each step took.
create table webhooks.attempts (
  delivery_id text collate "C" not null,
  number smallint not null,
  at timestamptz not null,
  -- The HTTP status, when there was one.
  status smallint,
  cause text not null,
  duration_ms integer not null,
  timings jsonb not null,
  address text,
  answer text,
  primary key (delivery_id, number, at)
) partition by range (at);
create table webhooks.attempts_default partition of webhooks.attempts default;

-- Claims due rows of a lane: each endpoint gets its cap minus what is in flight, the rest is parked until something
-- of that endpoint finishes. One claim at a time, so that the cap holds whatever the number of processes: the lock is
-- a statement of its own because the next one must see what the claim before it wrote.
create function webhooks.claim(worker text, in_lane text, now_at timestamptz, batch integer, cap integer)
returns table (id text, account_id text, endpoint_id text, event_id text, event_type text, body text, attempt smallint, due_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('webhooks.claim'));
  return query
  with due as materialized (
    select d.id, d.endpoint_id, row_number() over (partition by d.endpoint_id order by d.due_at, d.id) as place
    from (
      select id, endpoint_id, due_at from webhooks.deliveries
      where state = 'waiting' and lane = in_lane and due_at <= now_at
      order by due_at limit batch for update skip locked) as d
  ), free as materialized (
    select e.endpoint_id, cap - (
      select count(*) from webhooks.deliveries c where c.state = 'claimed' and c.endpoint_id = e.endpoint_id) as slots
    from (select distinct endpoint_id from due) as e
  ), taken as (
    update webhooks.deliveries d set
      state = case when due.place <= free.slots then 'claimed' else 'parked' end,
      attempt = d.attempt + (due.place <= free.slots)::integer,
      claimed_by = case when due.place <= free.slots then worker end,
      lease_until = case when due.place <= free.slots then now() + interval '30 seconds' end
    from due join free using (endpoint_id) where d.id = due.id
    returning d.*
  )
  select t.id, t.account_id, t.endpoint_id, t.event_id, t.event_type, t.body, t.attempt, t.due_at
  from taken t where t.state = 'claimed';
end $$;
