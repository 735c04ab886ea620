create schema plans;

-- A vehicle on an institution's roster. Hundreds of thousands of rows for one institution, so members are columns and
-- every index begins with the institution.
create table plans.enrollments (
  institution_id text collate "C" not null,
  livemode boolean not null,
  id text collate "C" not null,
  status text not null check (status in ('active', 'loss_reported', 'redeemed', 'canceled')),
  external_ref text collate "C",
  plan text collate "C" not null,
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  vin text collate "C" not null,
  year smallint,
  make text,
  model text,
  effective_at timestamptz not null,
  canceled_at timestamptz,
  cancel_reason text,
  -- When its redemption was completed: the last month it is billed for.
  redeemed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (institution_id, livemode, id)
) with (fillfactor = 90);

-- A vehicle is billed once (decision 112); rosters are matched by it.
create unique index enrollments_living_vin on plans.enrollments (institution_id, livemode, vin) where status <> 'canceled';
create index enrollments_vin on plans.enrollments (institution_id, livemode, vin, id);
create index enrollments_status on plans.enrollments (institution_id, livemode, status, id);
create index enrollments_external_ref on plans.enrollments (institution_id, livemode, external_ref, id)
  where external_ref is not null;
create index enrollments_plan on plans.enrollments (institution_id, livemode, plan, id)
  include (effective_at, canceled_at, redeemed_at);
create index enrollments_canceled on plans.enrollments (institution_id, livemode, canceled_at) where canceled_at is not null;

-- Every reconciliation that was applied, and what it changed.
create table plans.roster_syncs (
  institution_id text collate "C" not null,
  livemode boolean not null,
  id text collate "C" not null,
  totals jsonb not null,
  created_at timestamptz not null,
  primary key (institution_id, livemode, id)
);

create table plans.loss_notices (
  institution_id text collate "C" not null,
  livemode boolean not null,
  id text collate "C" not null,
  enrollment_id text collate "C" not null,
  redemption_id text collate "C" not null,
  external_ref text collate "C",
  date_of_loss timestamptz not null,
  loss_state text,
  carrier text,
  claim_number text,
  initial_offer_cents bigint,
  created_at timestamptz not null,
  primary key (institution_id, livemode, id),
  foreign key (institution_id, livemode, enrollment_id) references plans.enrollments
);
create index loss_notices_enrollment on plans.loss_notices (institution_id, livemode, enrollment_id, id);

-- A member's consultation, drawn against the roster.
create table plans.redemptions (
  institution_id text collate "C" not null,
  livemode boolean not null,
  id text collate "C" not null unique,
  enrollment_id text collate "C" not null,
  loss_notice_id text collate "C" not null,
  consultation_id text collate "C" not null,
  consultation_number text not null,
  status text not null check (status in ('open', 'completed', 'canceled')),
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (institution_id, livemode, id),
  foreign key (institution_id, livemode, enrollment_id) references plans.enrollments
);
create index redemptions_enrollment on plans.redemptions (institution_id, livemode, enrollment_id, id);
create index redemptions_status on plans.redemptions (institution_id, livemode, status, id);

-- One per institution and month, whatever happens: the key says so. Only live enrollments are billed.
create table plans.statements (
  institution_id text collate "C" not null,
  id text collate "C" not null,
  period text collate "C" not null check (period ~ '^\d{4}-\d{2}$'),
  number text not null unique,
  status text not null check (status in ('issued', 'paid', 'void')),
  enrollment_count integer not null,
  amount_cents bigint not null,
  lines jsonb not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  primary key (institution_id, id),
  unique (institution_id, period)
);

-- The last number given in a period.
create table plans.statement_periods (
  period text collate "C" primary key,
  last_number integer not null
);
