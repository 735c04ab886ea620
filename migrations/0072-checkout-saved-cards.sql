-- Representation by a saved card: it is kept at the provider, nothing is held, and it is charged once the improvement is
-- proven. Its rows are never due by check_at and never found by session_id, so processes of the version before, which
-- would take them for holds, leave them alone.
alter table checkout.holds
  add column kind text not null default 'hold' check (kind in ('hold', 'card')),
  add column setup_session_id text unique,
  -- The provider's names of the customer and of the card that is charged.
  add column customer_id text,
  add column method_id text,
  -- Charges that were declined since the card was entered.
  add column declines integer not null default 0 check (declines >= 0),
  add column card_check_at timestamptz,
  add check (kind = 'hold' or (session_id is null and check_at is null));

alter table checkout.holds drop constraint holds_state_check;
alter table checkout.holds add constraint holds_state_check check (state in (
  'page_open', 'held', 'saved', 'charge_failed', 'captured', 'released', 'withdrawn', 'expired', 'failed'));

-- Of a saved card only a charge has a payment at the provider.
alter table checkout.holds drop constraint holds_check4;
alter table checkout.holds add constraint holds_intent_check check (
  state not in ('held', 'captured', 'released') or intent_id is not null or (kind = 'card' and state = 'released'));
alter table checkout.holds add constraint holds_kind_state_check check (
  case kind when 'hold' then state not in ('saved', 'charge_failed', 'withdrawn') else state <> 'held' end);

-- A card that its owner withdrew may be followed by another.
create unique index holds_one_standing on checkout.holds (checkout_id, product)
  where state in ('page_open', 'held', 'saved', 'charge_failed', 'captured', 'released');
drop index checkout.holds_standing;
create index holds_card_due on checkout.holds (card_check_at) where card_check_at is not null;
