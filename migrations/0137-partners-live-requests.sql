-- Who of an institution asked for live mode, and when. Staff open it.
alter table partners.institutions
  add column live_requested_at timestamptz,
  -- A user of the portal.
  add column live_requested_by text collate "C";

-- When the secret was last replaced; null: never, or before this column was.
alter table webhooks.endpoints add column rotated_at timestamptz;
