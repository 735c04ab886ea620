create schema test_cards;

-- One hosted page. Once a card is chosen, the row is that card too.
create table test_cards.sessions (
  id text collate "C" primary key,
  hold_id text collate "C" not null,
  attempt integer not null,
  -- Of a live case; production neither makes nor reads these.
  livemode boolean not null,
  title text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- What the button means where the card is also saved; null where it is not.
  promise text,
  return_url text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  card text check (card in ('works', 'declined_later', 'authentication', 'lapses', 'disputed')),
  detached_at timestamptz,
  unique (hold_id, attempt)
);

create table test_cards.payments (
  id text collate "C" primary key,
  session_id text collate "C" not null references test_cards.sessions(id),
  hold_id text collate "C" not null,
  -- Null where the customer was on the page.
  attempt integer,
  amount_cents integer not null check (amount_cents > 0),
  state text not null check (state in ('held', 'captured', 'canceled', 'declined', 'authentication required')),
  capture_before timestamptz,
  captured_cents integer,
  disputed_at timestamptz,
  created_at timestamptz not null,
  constraint payments_check check (captured_cents > 0 and captured_cents <= amount_cents),
  constraint payments_check1 check ((state = 'captured') = (captured_cents is not null)),
  unique (hold_id, attempt)
);
-- A page holds once.
create unique index payments_of_page on test_cards.payments (session_id) where attempt is null;

create table test_cards.refunds (
  id text collate "C" primary key,
  payment_id text collate "C" not null references test_cards.payments(id),
  amount_cents integer not null check (amount_cents > 0)
);
create index refunds_of_payment on test_cards.refunds (payment_id);
