-- What the insurer offered first and what it paid in the end: the improvement decides whether representation is charged.
alter table consultations.consultations
  add column initial_offer_cents integer check (initial_offer_cents between 0 and 100000000),
  add column settlement_cents integer check (settlement_cents between 0 and 100000000),
  add column settled_at timestamptz;
