-- Representation holds the money at acceptance and saves the card in the same step, so a row of kind 'card' may be held.
-- hold_lapsed_at is when its hold ended uncaptured, while the card stays saved.
alter table checkout.holds add column hold_lapsed_at timestamptz;
alter table checkout.holds drop constraint holds_kind_state_check;
alter table checkout.holds add constraint holds_kind_state_check check (
  kind = 'card' or state not in ('saved', 'charge_failed', 'withdrawn')) not valid;
