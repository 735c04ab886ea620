-- Tables of the platform itself: no business word in them.
create schema platform;

-- Answers already given, by caller and Idempotency-Key; written in the transaction they answer for.
create table platform.idempotency (
  scope text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  sealed_body bytea not null,
  expires_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_expires_at on platform.idempotency (expires_at);

-- Rate-limit counters in the shape rate-limiter-flexible writes. Unlogged: after a crash every window starts anew.
create unlogged table platform.counters (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
) with (fillfactor = 50);
create index counters_expire on platform.counters (expire);

-- One row per living graphile-worker worker; whoever stops beating loses its locks to the sweeper.
create table platform.job_workers (
  worker_id text collate "C" primary key,
  beat_at timestamptz not null
);
