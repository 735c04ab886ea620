-- What the status page shows: one row a minute of what the worker measured, for 90 days. A minute without a row was not measured.
create schema status;
create table status.samples (
  minute timestamptz(0) primary key check (extract(second from minute) = 0),
  -- Processes that answer requests and reported in the last 45 seconds.
  api_processes smallint not null,
  database_ms integer not null,
  -- How long what is due has waited: the oldest delivery to an endpoint that answers, the oldest message.
  webhook_wait_s integer not null,
  message_wait_s integer not null,
  -- Whether files can be read; null right after a start, when nobody knows yet.
  readers boolean
);
