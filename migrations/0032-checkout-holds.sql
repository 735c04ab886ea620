create schema checkout;

-- The customer's own pages of one delivered consultation.
create table checkout.checkouts (
  id text collate "C" primary key,
  consultation_id text collate "C" not null unique,
  -- The link's token: a fingerprint to find it by, sealed to show it again.
  token_hash bytea not null unique,
  sealed_token bytea not null,
  -- Whose discount it is; read when terms are accepted.
  sealed_contacts bytea not null,
  -- The agent's discount was promised, and from when it is this checkout's.
  discount_promised boolean not null,
  discount_used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- One pre-authorization: terms accepted, the provider's page opened, and what became of it.
create table checkout.holds (
  id text collate "C" primary key,
  checkout_id text collate "C" not null references checkout.checkouts,
  product text not null check (product in ('research', 'representation')),
  state text not null check (state in ('page_open', 'held', 'captured', 'released', 'expired', 'failed')),
  amount_cents integer not null check (amount_cents > 0),
  discount_cents integer not null check (discount_cents >= 0),
  -- When, from where, with what browser, which wording at which price.
  acceptance jsonb not null,
  -- Part of the idempotency keys sent to the provider; one more after each definite refusal.
  attempt integer not null default 1,
  session_id text unique,
  intent_id text unique,
  -- What staff want of a standing hold until the provider has done it.
  wish text check (wish in ('capture', 'release')),
  wish_cents integer check (wish_cents > 0 and wish_cents <= amount_cents),
  wished_by text,
  wished_at timestamptz,
  capture_before timestamptz,
  captured_cents integer check (captured_cents > 0 and captured_cents <= amount_cents),
  failure text,
  created_at timestamptz not null,
  held_at timestamptz,
  ended_at timestamptz,
  warned_at timestamptz,
  -- When the provider is asked next; null when there is nothing more to ask.
  check_at timestamptz,
  check ((state = 'captured') = (captured_cents is not null)),
  check ((wish is not distinct from 'capture') = (wish_cents is not null)),
  check (state not in ('held', 'captured', 'released') or intent_id is not null)
);

-- Never two that stand for one product. What was released is settled and does not come back.
create unique index holds_standing on checkout.holds (checkout_id, product)
  where state in ('page_open', 'held', 'captured', 'released');
create index holds_due on checkout.holds (check_at) where check_at is not null;
create index holds_expiring on checkout.holds (capture_before) where state = 'held';

-- What the provider told, each once.
create table checkout.provider_events (
  id text collate "C" primary key,
  type text not null,
  hold_id text collate "C",
  received_at timestamptz not null
);
create index provider_events_received on checkout.provider_events (received_at);
