create schema memberships;

-- A vehicle on an institution's roster. Hundreds of thousands of rows for one institution, so members are columns and
-- every index begins with the institution.
create table memberships.enrollments (
  institution_id text collate "C",
  livemode boolean,
  id text collate "C",
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
  struck_phones text[] not null default '{}'::text[],
  given_phone text,
  staff_contact jsonb not null default '{}'::jsonb,
  primary key (institution_id, livemode, id)
) with (fillfactor = 90);
create index enrollments_canceled on memberships.enrollments (institution_id, livemode, canceled_at) where canceled_at is not null;
create index enrollments_external_ref on memberships.enrollments (institution_id, livemode, external_ref, id)
  where external_ref is not null;
-- A vehicle is billed once (decision 112); rosters are matched by it.
create unique index enrollments_living_vin on memberships.enrollments (institution_id, livemode, vin) where status <> 'canceled';
create index enrollments_plan on memberships.enrollments (institution_id, livemode, plan, id)
  include (effective_at, canceled_at, redeemed_at);
create index enrollments_status on memberships.enrollments (institution_id, livemode, status, id);
create index enrollments_vin on memberships.enrollments (institution_id, livemode, vin, id);
select platform.protect_account('memberships.enrollments', 'institution_id');

-- Every reconciliation that was applied, and what it changed.
create table memberships.roster_syncs (
  institution_id text collate "C",
  livemode boolean,
  id text collate "C",
  totals jsonb not null,
  created_at timestamptz not null,
  primary key (institution_id, livemode, id)
);
select platform.protect_account('memberships.roster_syncs', 'institution_id');

create table memberships.loss_notices (
  institution_id text collate "C",
  livemode boolean,
  id text collate "C",
  enrollment_id text collate "C" not null,
  redemption_id text collate "C" not null,
  external_ref text collate "C",
  date_of_loss timestamptz not null,
  loss_state text,
  carrier text,
  claim_number text,
  initial_offer_cents bigint,
  created_at timestamptz not null,
  -- The calendar day of a loss as the institution wrote it, beside the instant, which is a day later in UTC for an evening in the
  -- United States.
  loss_day date not null,
  foreign key (institution_id, livemode, enrollment_id) references memberships.enrollments(institution_id, livemode, id),
  primary key (institution_id, livemode, id)
);
create index loss_notices_enrollment on memberships.loss_notices (institution_id, livemode, enrollment_id, id);
select platform.protect_account('memberships.loss_notices', 'institution_id');

-- A member's consultation, drawn against the roster.
create table memberships.redemptions (
  institution_id text collate "C",
  livemode boolean,
  id text collate "C" unique,
  enrollment_id text collate "C" not null,
  loss_notice_id text collate "C" not null,
  consultation_id text collate "C" not null,
  consultation_number text not null,
  status text not null check (status in ('open', 'completed', 'canceled')),
  created_at timestamptz not null,
  completed_at timestamptz,
  foreign key (institution_id, livemode, enrollment_id) references memberships.enrollments(institution_id, livemode, id),
  primary key (institution_id, livemode, id)
);
create index redemptions_enrollment on memberships.redemptions (institution_id, livemode, enrollment_id, id);
create index redemptions_of_enrollment on memberships.redemptions (enrollment_id);
-- Of which enrollments somebody is being looked after: their changes are changes of a case on the board.
create index redemptions_open on memberships.redemptions (enrollment_id) where status = 'open';
create index redemptions_status on memberships.redemptions (institution_id, livemode, status, id);
select platform.protect_account('memberships.redemptions', 'institution_id');

-- One per institution and month, whatever happens: the key says so. Only live enrollments are billed.
create table memberships.statements (
  institution_id text collate "C",
  id text collate "C",
  period text collate "C" not null check (period ~ '^\d{4}-\d{2}$'),
  number text not null unique,
  status text not null check (status in ('issued', 'paid', 'void')),
  enrollment_count integer not null,
  amount_cents bigint not null,
  lines jsonb not null,
  issued_at timestamptz not null,
  due_at timestamptz not null,
  -- As it was when the statement was issued; null for what was not set then, which is printed as it is now.
  issuer text,
  bill_to text,
  remit_to text,
  primary key (institution_id, id),
  unique (institution_id, period)
);
select platform.protect_account('memberships.statements', 'institution_id');

-- The last number given in a period.
create table memberships.statement_periods (
  period text collate "C" primary key,
  last_number integer not null,
  -- What became of a month by the calendar: since when every institution that was to have a statement has it, or when to try
  -- again because one could not be issued. A month without either is still to be looked at.
  done_at timestamptz,
  retry_at timestamptz
);

-- What a live enrollment was for until it was changed: another vehicle by a swap, another plan by a roster. A month is billed
-- as it was, and its statement comes after it. The order of changes in one moment is that of their numbers.
create table memberships.earlier_terms (
  institution_id text collate "C",
  enrollment_id text collate "C",
  vin text collate "C" not null,
  plan text collate "C" not null,
  until timestamptz,
  seq bigint generated always as identity,
  primary key (institution_id, enrollment_id, until, seq)
);
select platform.protect_account('memberships.earlier_terms', 'institution_id');

-- Who issues statements and where they are paid: one row, set by an administrator.
create table memberships.statement_settings (
  single boolean default true primary key check (single),
  issuer text not null,
  remit_to text not null,
  updated_at timestamptz not null
);

-- The vehicles that a statement bills, by plan.
create table memberships.statement_vehicles (
  institution_id text collate "C",
  statement_id text collate "C",
  plan text collate "C",
  vins text[] not null,
  primary key (institution_id, statement_id, plan)
);
select platform.protect_account('memberships.statement_vehicles', 'institution_id');

-- What happened to a statement after it was issued, oldest first.
create table memberships.statement_changes (
  institution_id text collate "C",
  statement_id text collate "C",
  seq integer,
  kind text not null check (kind in ('sent', 'paid', 'void', 'reopened')),
  staff_id text collate "C" not null,
  at timestamptz not null,
  -- Why it is void or open again, or how it was paid.
  note text,
  foreign key (institution_id, statement_id) references memberships.statements(institution_id, id),
  primary key (institution_id, statement_id, seq)
);
select platform.protect_account('memberships.statement_changes', 'institution_id');
