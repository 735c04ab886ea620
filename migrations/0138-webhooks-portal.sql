-- Endpoints that were deleted, for as long as their deliveries are kept: which account and which mode a delivery belongs to is
-- said by its endpoint, so that no delivery has to carry it. Those deleted before this have none.
create table webhooks.deleted_endpoints (
  account_id text collate "C" not null,
  id text collate "C" not null,
  livemode boolean not null,
  url text not null,
  deleted_at timestamptz(3) not null,
  primary key (account_id, id)
);
create index deleted_endpoints_at on webhooks.deleted_endpoints (deleted_at);
select platform.protect_account('webhooks.deleted_endpoints', 'account_id');

-- What is about an endpoint belongs to its account after it was deleted, too.
alter policy own_account on webhooks.attempts using (
  exists (select from webhooks.endpoints e
    where e.account_id = (select current_setting('makewhole.account', true)) and e.id = attempts.endpoint_id)
  or exists (select from webhooks.deleted_endpoints g
    where g.account_id = (select current_setting('makewhole.account', true)) and g.id = attempts.endpoint_id));
alter policy own_account on webhooks.recoveries using (
  exists (select from webhooks.endpoints e
    where e.account_id = (select current_setting('makewhole.account', true)) and e.id = recoveries.endpoint_id)
  or exists (select from webhooks.deleted_endpoints g
    where g.account_id = (select current_setting('makewhole.account', true)) and g.id = recoveries.endpoint_id));

-- When the certificate ends that the receiver showed last; null until a connection was made.
alter table webhooks.endpoints add column certificate_ends_at timestamptz;

-- Where an attempt went, its signatures, and which secrets made them (JSON): a later secret could not make them again. Null in
-- rows from before, and where nothing was sent.
alter table webhooks.attempts add column sent text;
alter table webhooks.finished_deliveries add column sent text;

-- As before (0096), and what was sent. The version before calls the one without it.
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
  insert into webhooks.finished_deliveries (id, account_id, endpoint_id, event_id, event_type, created_at, event_at, body,
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
