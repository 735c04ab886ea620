-- Since when a standing hold for research is included in representation and on its way back, whatever becomes of that.
alter table checkout.holds add column covered_at timestamptz;

-- What went back to the customer after a charge, and what their bank disputes, as the provider last told it.
alter table checkout.holds
  add column refunded_cents integer not null default 0 check (refunded_cents >= 0),
  add column refunded_at timestamptz,
  -- The provider's own word for where the dispute stands.
  add column dispute_status text check (length(dispute_status) <= 40),
  add column disputed_cents integer check (disputed_cents >= 0),
  add column dispute_due_at timestamptz,
  add column disputed_at timestamptz,
  add check (dispute_status is not null or disputed_at is null);

create index holds_disputed on checkout.holds (disputed_at) where dispute_status is not null;

-- What was charged before anybody asked is asked about once, when the processes of the last version are gone, and then
-- by itself.
update checkout.holds set check_at = now() + interval '1 hour' where state = 'captured' and ended_at > now() - interval '180 days';
