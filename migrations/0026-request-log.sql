create schema request_log;

create table request_log.requests (
  institution_id text collate "C",
  livemode boolean,
  -- The X-Request-Id of the answer.
  id text collate "C",
  at timestamptz(3),
  method text not null check (length(method) <= 10),
  -- The pattern, and the path with those ids that have the form of ours. No value of a query is in either.
  route text not null check (length(route) <= 200),
  path text not null check (length(path) <= 400),
  -- Names of query parameters that the operation has.
  query_names text[] not null,
  status smallint not null check (status >= 100 and status <= 599),
  -- The code of the error, and which members it is about, by names of the contract.
  code text check (length(code) <= 100),
  issue_paths text[] not null,
  credential_id text collate "C" not null,
  duration_ms integer not null check (duration_ms >= 0),
  client_address text not null check (length(client_address) <= 64),
  replayed boolean not null,
  -- Objects that the path names and the one that the answer is.
  object_ids text[] collate "C" not null,
  primary key (institution_id, livemode, id, at)
) partition by range (at);
create index requests_newest on request_log.requests (institution_id, livemode, at desc, id desc);
create index requests_objects on request_log.requests using gin (object_ids);
create index requests_refused on request_log.requests (institution_id, livemode, at desc, id desc) where status >= 400;
select platform.protect_account('request_log.requests', 'institution_id');

create table request_log.requests_default partition of request_log.requests default;

-- Headers and bodies of calls in test mode. Of live calls there are none.
create table request_log.contents (
  institution_id text collate "C",
  id text collate "C",
  at timestamptz(3),
  encrypted_content bytea not null,
  primary key (institution_id, id, at)
) partition by range (at);
select platform.protect_account('request_log.contents', 'institution_id');

create table request_log.contents_default partition of request_log.contents default;

-- Calls that were answered and not recorded, counted by minute.
create table request_log.unrecorded (
  institution_id text collate "C",
  livemode boolean,
  minute timestamptz,
  -- The queue was full, the database was away for too long, or one credential was refused too often.
  reason text check (reason in ('queue_full', 'not_written', 'refused_often')),
  calls integer not null check (calls > 0),
  primary key (institution_id, livemode, minute, reason)
);
create index unrecorded_minute on request_log.unrecorded (minute);
select platform.protect_account('request_log.unrecorded', 'institution_id');
