-- What an institution can say and see of its own keys. Constant defaults: no row is rewritten.
alter table access.partner_keys
  -- The key that was made in its place; this one ends when its expiry says.
  add column replaced_by text collate "C",
  -- Networks from which the key is accepted, as CIDR; empty: from everywhere.
  add column allowed_ranges text[] not null default '{}',
  -- From where the key came when last_used_at was written, which is once a minute at most.
  add column last_used_address text;

-- The credential that was uploaded to take over; both work until this one is revoked.
alter table access.signed_credentials add column replaced_by text collate "C";
