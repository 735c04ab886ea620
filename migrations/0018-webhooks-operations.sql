-- Where each attempt went and how it ended, so that an endpoint's health is read from an index. Rows written before
-- have neither and count for nobody.
alter table webhooks.attempts
  add column endpoint_id text collate "C",
  -- null: nothing was sent.
  add column succeeded boolean;
create index attempts_endpoint on webhooks.attempts (endpoint_id, succeeded, at);

-- When the technical contact is to be told of deliveries that were given up: the first of which nobody was told yet,
-- and when somebody was told last. One write per mail, however many deliveries end.
alter table webhooks.endpoints
  add column exhausted_since timestamptz,
  add column exhausted_told_at timestamptz;
create index endpoints_failing on webhooks.endpoints (failing_since) where failing_since is not null;
create index endpoints_exhausted on webhooks.endpoints (exhausted_since) where exhausted_since is not null;

-- What did not arrive is listed by its state; what did is most of the table and needs no index of its own.
create index finished_state on webhooks.finished_deliveries (state, id) where state <> 'succeeded';
create index finished_endpoint_state on webhooks.finished_deliveries (endpoint_id, state, created_at)
  where state <> 'succeeded';
