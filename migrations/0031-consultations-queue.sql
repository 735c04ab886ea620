-- Where a case stands in the queue. It is ready, or it becomes so at next_call_at, or nobody is to call.
-- A claim is a lease: the case becomes ready again when it runs out.
alter table consultations.consultations
  add column ready boolean not null default true,
  add column next_call_at timestamptz,
  -- 0 a callback that was asked for, 1 priority, 2 ordinary, 3 tried often enough.
  add column tier smallint not null default 2 check (tier between 0 and 3),
  -- What orders a tier: when the callback was promised for, otherwise since when the case waits.
  add column place timestamptz,
  add column window_key text collate "C" not null default '-',
  add column sealed_phone bytea,
  add column phone_hash bytea,
  add column attempts integer not null default 0,
  add column last_call_at timestamptz,
  add column callback_at timestamptz,
  add column lease_staff_id text collate "C",
  add column lease_since timestamptz,
  add column lease_until timestamptz,
  add column spared_at timestamptz,
  add constraint consultations_ready check (not ready or next_call_at is null);
update consultations.consultations set place = opened_at, tier = case when priority then 1 else 2 end,
  ready = closed_at is null;

create index consultations_ready on consultations.consultations (window_key, tier, place, id)
  where ready and closed_at is null and not test;
create index consultations_due on consultations.consultations (next_call_at)
  where not ready and next_call_at is not null and closed_at is null and not test;
create index consultations_phone on consultations.consultations (phone_hash) where phone_hash is not null;
create index consultations_lease on consultations.consultations (lease_staff_id) where lease_staff_id is not null;

-- Every set of calling hours that a case has: the state whose rule counts and the zones its owner may be in.
create table consultations.call_windows (
  key text collate "C" primary key,
  state text,
  zones text[] not null
);
insert into consultations.call_windows (key, zones) values ('-', '{}');

-- By which rules a call was allowed, what the owner's clocks said, and when the owner asked to be called again.
alter table consultations.calls
  add column rule_version text,
  add column local_time text,
  add column callback_at timestamptz;
