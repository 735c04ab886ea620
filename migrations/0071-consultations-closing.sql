-- Why a case is closed and by whom (null: by itself), when it was opened again, when something outside this row last
-- happened to it, and when to look next whether it can be closed.
alter table consultations.consultations
  add column closed_reason text,
  add column closed_by text collate "C",
  add column reopened_at timestamptz,
  add column active_at timestamptz,
  add column close_check_at timestamptz;

create index consultations_to_close on consultations.consultations (coalesce(close_check_at, settled_at))
  where closed_at is null and settled_at is not null;
-- Those that wait for nobody's yes: when anything last happened to them.
create index consultations_quiet on consultations.consultations
  (greatest(opened_at, last_call_at, callback_at, delivered_at, reopened_at, active_at))
  where closed_at is null and ends_at is null and settled_at is null;

-- Every closing with a reason and every reopening, for good.
create table consultations.closings (
  id text collate "C" primary key,
  consultation_id text collate "C" not null references consultations.consultations,
  action text not null check (action in ('closed', 'reopened')),
  -- Null when it was opened again: why is said in words then.
  reason text check ((action = 'reopened') = (reason is null)),
  -- The words, encrypted and bound to the row.
  sealed_note bytea,
  -- Null when it closed by itself.
  staff_id text collate "C",
  at timestamptz not null
);
create index closings_consultation on consultations.closings (consultation_id, at);

-- When the case of an intake was closed: its status has no further move, and the next submission is no duplicate of it.
alter table intakes.intakes add column case_closed_at timestamptz;

-- When a checkout ended with its case, before its thirty days; what it offers at which price, and who pays.
alter table checkout.checkouts
  add column closed_at timestamptz,
  add column payer text not null default 'owner' check (payer in ('owner', 'borrower')),
  add column research_offered boolean not null default true,
  -- Null: the list price, less the agent's discount.
  add column representation_cents integer check (representation_cents > 0),
  add column link_sent_at timestamptz[] not null default '{}' check (cardinality(link_sent_at) <= 5);

-- A payment that did not go through the card provider, noted by somebody of the team.
create table checkout.payments (
  id text collate "C" primary key,
  consultation_id text collate "C" not null,
  product text not null check (product in ('research', 'representation')),
  amount_cents integer not null check (amount_cents > 0),
  method text not null check (method in ('check', 'bank_transfer', 'cash', 'card_by_phone', 'other')),
  paid_on date not null,
  -- Encrypted and bound to the row.
  sealed_note bytea,
  noted_by text collate "C" not null,
  noted_at timestamptz not null,
  voided_by text collate "C",
  voided_at timestamptz
);
-- A second press of the same button notes nothing twice.
create unique index payments_once on checkout.payments (consultation_id, product, amount_cents, method, paid_on)
  where voided_at is null;
