create schema checkout;

create sequence checkout.hold_changes;

-- The customer's own pages of one delivered consultation.
create table checkout.checkouts (
  id text collate "C" primary key,
  consultation_id text collate "C" not null unique,
  -- The link's token: a fingerprint to find it by, sealed to show it again.
  token_hash bytea not null unique,
  encrypted_token bytea not null,
  -- Whose discount it is; read when terms are accepted.
  encrypted_contacts bytea not null,
  -- The agent's discount was promised, and from when it is this checkout's.
  discount_promised boolean not null,
  discount_used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When a checkout ended with its case, before its thirty days; what it offers at which price, and who pays.
  closed_at timestamptz,
  payer text not null default 'owner' check (payer in ('owner', 'borrower')),
  research_offered boolean not null default true,
  -- Null: the list price, less the agent's discount.
  representation_cents integer check (representation_cents > 0),
  link_sent_at timestamptz[] not null default '{}'::timestamptz[] check (cardinality(link_sent_at) <= 5),
  -- Where the customer's claim is, since what may be offered depends on it; null when nobody said it.
  claim_state text check (claim_state ~ '^[A-Z]{2}$'),
  -- Sandbox cases have a checkout too. Their cards are those of the built-in test provider, and nobody is charged.
  test boolean not null default false
);

-- One pre-authorization: terms accepted, the provider's page opened, and what became of it.
create table checkout.holds (
  id text collate "C" primary key,
  checkout_id text collate "C" not null references checkout.checkouts(id),
  product text not null check (product in ('research', 'representation')),
  state text not null
    check (state in ('page_open', 'held', 'saved', 'charge_failed', 'captured', 'released', 'withdrawn', 'expired', 'failed')),
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
  wish_cents integer,
  wished_by text,
  wished_at timestamptz,
  capture_before timestamptz,
  captured_cents integer,
  failure text,
  created_at timestamptz not null,
  held_at timestamptz,
  ended_at timestamptz,
  warned_at timestamptz,
  -- When the provider is asked next; null when there is nothing more to ask.
  check_at timestamptz,
  -- Since when a standing hold for research is included in representation and on its way back, whatever becomes of that.
  covered_at timestamptz,
  -- What went back to the customer after a charge, and what their bank disputes, as the provider last told it.
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  refunded_at timestamptz,
  -- The provider's own word for where the dispute stands.
  dispute_status text check (length(dispute_status) <= 40),
  disputed_cents integer check (disputed_cents >= 0),
  dispute_due_at timestamptz,
  disputed_at timestamptz,
  -- Representation by a saved card: it is kept at the provider, nothing is held, and it is charged once the improvement is
  -- proven.
  kind text not null default 'hold' check (kind in ('hold', 'card')),
  setup_session_id text unique,
  -- The provider's names of the customer and of the card that is charged.
  customer_id text,
  method_id text,
  -- Charges that were declined since the card was entered.
  declines integer not null default 0 check (declines >= 0),
  card_check_at timestamptz,
  change bigint,
  -- Representation holds the money at acceptance and saves the card in the same step, so a row of kind 'card' may be held.
  -- hold_lapsed_at is when its hold ended uncaptured, while the card stays saved.
  hold_lapsed_at timestamptz,
  -- card_until is how long a saved card is kept, from the day on which it was entered: capture_before of a row that is held
  -- is the end of its hold, and a hold may be placed and lapse several times.
  card_until timestamptz,
  constraint holds_check check (wish_cents > 0 and wish_cents <= amount_cents),
  constraint holds_check1 check (captured_cents > 0 and captured_cents <= amount_cents),
  constraint holds_check2 check ((state = 'captured') = (captured_cents is not null)),
  constraint holds_check3 check ((not (wish is distinct from 'capture')) = (wish_cents is not null)),
  constraint holds_check5 check (dispute_status is not null or disputed_at is null),
  constraint holds_check6 check (kind = 'hold' or ((session_id is null) and (check_at is null))),
  constraint holds_intent_check check (state not in ('held', 'captured', 'released') or intent_id is not null or ((kind = 'card') and (state = 'released'))),
  constraint holds_kind_state_check check (kind = 'card' or state not in ('saved', 'charge_failed', 'withdrawn'))
);
create index holds_card_due on checkout.holds (card_check_at) where card_check_at is not null;
create index holds_change on checkout.holds (change) where change is not null;
create index holds_disputed on checkout.holds (disputed_at) where dispute_status is not null;
create index holds_due on checkout.holds (check_at) where check_at is not null;
create index holds_expiring on checkout.holds (capture_before) where state = 'held';
create index holds_lapsed on checkout.holds (ended_at) where state = 'expired' and kind = 'hold';
create index holds_of_checkout on checkout.holds (checkout_id);
-- A card that its owner withdrew may be followed by another.
create unique index holds_one_standing on checkout.holds (checkout_id, product)
  where state in ('page_open', 'held', 'saved', 'charge_failed', 'captured', 'released');
create index holds_open on checkout.holds (state) where state in ('page_open', 'held', 'saved', 'charge_failed');

-- What the provider told, each once.
create table checkout.provider_events (
  id text collate "C" primary key,
  type text not null,
  hold_id text collate "C",
  received_at timestamptz not null
);
create index provider_events_received on checkout.provider_events (received_at);

-- A payment that did not go through the card provider, noted by somebody of the team.
create table checkout.payments (
  id text collate "C" primary key,
  consultation_id text collate "C" not null,
  product text not null check (product in ('research', 'representation')),
  amount_cents integer not null check (amount_cents > 0),
  method text not null check (method in ('check', 'bank_transfer', 'cash', 'card_by_phone', 'other')),
  paid_on date not null,
  -- Encrypted and bound to the row.
  encrypted_note bytea,
  noted_by text collate "C" not null,
  noted_at timestamptz not null,
  voided_by text collate "C",
  voided_at timestamptz
);
create index payments_of_consultation on checkout.payments (consultation_id);
-- A second press of the same button notes nothing twice.
create unique index payments_once on checkout.payments (consultation_id, product, amount_cents, method, paid_on)
  where voided_at is null;

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
create index refunds_due on checkout.refunds (check_at) where check_at is not null;
create index refunds_failed on checkout.refunds (ended_at) where state = 'failed';
create index refunds_of_hold on checkout.refunds (hold_id);
-- One at a time, so that what is left to give back is always known.
create unique index refunds_one_requested on checkout.refunds (hold_id) where state = 'requested';

create function checkout.count_hold_change() returns trigger language plpgsql as $$
begin
  new.change := nextval('checkout.hold_changes');
  return new;
end $$;

create trigger holds_count_change
  before insert or update of state, attempt, wish, captured_cents, refunded_cents, dispute_status, declines, capture_before
  on checkout.holds for each row execute function checkout.count_hold_change();
