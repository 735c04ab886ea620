-- When somebody of the team was last seen; sessions are deleted a day after their end.
alter table access.staff add column last_seen_at timestamptz;

-- Where statements go, and what they say about whom they are for.
alter table partners.institutions
  add column billing_contact_email text,
  add column bill_to text;

-- Who issues statements and where they are paid: one row, set by an administrator.
create table plans.statement_settings (
  single boolean primary key default true check (single),
  issuer text not null,
  remit_to text not null,
  updated_at timestamptz not null
);

-- As it was when the statement was issued; null for what was not set then, which is printed as it is now.
alter table plans.statements
  add column issuer text,
  add column bill_to text,
  add column remit_to text;

-- The vehicles that a statement bills, by plan; none for statements of earlier versions.
create table plans.statement_vehicles (
  institution_id text collate "C" not null,
  statement_id text collate "C" not null,
  plan text collate "C" not null,
  vins text[] not null,
  primary key (institution_id, statement_id, plan)
);

-- What happened to a statement after it was issued, oldest first.
create table plans.statement_changes (
  institution_id text collate "C" not null,
  statement_id text collate "C" not null,
  seq integer not null,
  kind text not null check (kind in ('sent', 'paid', 'void', 'reopened')),
  staff_id text collate "C" not null,
  at timestamptz not null,
  -- Why it is void or open again, or how it was paid.
  note text,
  primary key (institution_id, statement_id, seq),
  foreign key (institution_id, statement_id) references plans.statements (institution_id, id)
);
