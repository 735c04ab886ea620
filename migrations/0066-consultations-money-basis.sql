-- What the insurer offered and what it paid, part by part, each with who said it: {"value": {"cents": 1, "from": "staff"}}.
-- A part that is absent is unknown. `initial_offer_cents` and `settlement_cents` stay the one amount to show, for the
-- version before; where such an amount is there without parts, nobody knows whether it is the value before tax. The rows
-- of before get their parts in 0078: here the columns are added under a lock that lets nobody read the queue.
alter table consultations.consultations
  add column offer_parts jsonb check (jsonb_typeof(offer_parts) = 'object'),
  add column settlement_parts jsonb check (jsonb_typeof(settlement_parts) = 'object');

-- The values of which the improvement was computed, and the improvement; null when either value is unknown.
alter table referrals.referrals
  add column offer_value_cents bigint,
  add column settlement_value_cents bigint,
  add column improvement_cents bigint;

drop index referrals.referrals_settled;
create index referrals_settled on referrals.referrals (institution_id, livemode, settled_at)
  include (offer_value_cents, settlement_value_cents, improvement_cents, price_cents) where settled_at is not null;
