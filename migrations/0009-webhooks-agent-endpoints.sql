create schema webhooks;

-- Where a registered agent wants to be told; one address each.
create table webhooks.agent_endpoints (
  principal_id text collate "C" primary key,
  url text not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
