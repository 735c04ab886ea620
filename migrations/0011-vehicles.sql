create schema vehicles;

-- What a provider said about a plate, by a fingerprint of state and plate; no VIN means that nobody knows it.
create table vehicles.plate_answers (
  plate_hash bytea primary key,
  vin text collate "C",
  expires_at timestamptz not null
);
create index plate_answers_expiring on vehicles.plate_answers (expires_at);

-- Look-ups that took longer than a caller waits. A row is gone when its look-up has ended.
create table vehicles.plate_lookups (
  -- The intake that the VIN is for.
  subject_id text collate "C" primary key,
  encrypted_plate bytea not null,
  state text not null check (state in ('waiting', 'claimed')),
  attempt smallint not null default 0,
  due_at timestamptz not null,
  lease_until timestamptz,
  claimed_by text
);
create index plate_lookups_due on vehicles.plate_lookups (due_at) where state = 'waiting';
create index plate_lookups_lease on vehicles.plate_lookups (lease_until) where state = 'claimed';
