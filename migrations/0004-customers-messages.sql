create schema customers;

-- Every message to a customer, from the moment it is owed. Claimed in batches by due time.
create table customers.messages (
  id text collate "C" primary key,
  -- What it says and who is told when it left, such as intake.welcome.
  purpose text not null,
  subject_id text collate "C" not null,
  channel text not null check (channel in ('email', 'text')),
  -- Recipient and content, sealed: a dump of this table names nobody.
  sealed_content bytea not null,
  state text not null check (state in ('waiting', 'claimed', 'sent', 'failed', 'not_configured')),
  attempt smallint not null default 0,
  due_at timestamptz not null,
  lease_until timestamptz,
  claimed_by text,
  last_failure text,
  created_at timestamptz not null,
  finished_at timestamptz
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

-- A poll looks only at the left edge of this index, however many retries wait behind it.
create index messages_due on customers.messages (due_at) where state = 'waiting';
create index messages_lease on customers.messages (lease_until) where state = 'claimed';
create index messages_subject on customers.messages (subject_id);
