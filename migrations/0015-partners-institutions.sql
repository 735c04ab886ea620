create schema partners;

-- Lenders and providers under contract; the team makes them.
create table partners.institutions (
  id text collate "C" primary key,
  name text not null,
  status text not null check (status in ('active', 'suspended')),
  -- Who is written to when deliveries fail.
  technical_contact_email text,
  created_at timestamptz not null
);
