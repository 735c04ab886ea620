-- What staff give back of a charge. A row is written before the provider is asked and names itself to it, so that a
-- refund is made once, whatever happens in between.
create table checkout.refunds (
  id text collate "C" primary key,
  hold_id text collate "C" not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (reason in ('not_as_agreed', 'charged_in_error', 'complaint', 'goodwill')),
  state text not null check (state in ('requested', 'done', 'failed')),
  requested_by text not null,
  requested_at timestamptz not null,
  -- Part of the idempotency key; one more after each definite refusal.
  attempt integer not null default 1,
  provider_refund_id text unique,
  failure text,
  ended_at timestamptz,
  check_at timestamptz
);
create index refunds_of_hold on checkout.refunds (hold_id);
create index refunds_due on checkout.refunds (check_at) where check_at is not null;
-- One at a time, so that what is left to give back is always known.
create unique index refunds_one_requested on checkout.refunds (hold_id) where state = 'requested';
