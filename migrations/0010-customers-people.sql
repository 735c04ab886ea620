-- People are found by fingerprints of their contacts, so these tables name nobody.

-- Contacts that must not be written to or called.
create table customers.do_not_contact (
  contact_hash bytea primary key,
  -- staff, a call's outcome, or a STOP reply.
  source text not null,
  created_at timestamptz not null
);

-- The one discount of a person, a row per contact; rows of one person share the id.
create table customers.discounts (
  contact_hash bytea primary key,
  discount_id text collate "C" not null,
  source text not null check (source in ('agent_intake', 'partner_referral', 'staff', 'campaign')),
  granted_at timestamptz not null,
  consumed_at timestamptz
);
create index discounts_id on customers.discounts (discount_id);

alter table customers.messages
  -- Whom it goes to, to count how often a contact was welcomed.
  add column contact_hash bytea,
  -- The transport's own id and last word on the message, where it gives one.
  add column provider_id text,
  add column provider_status text;

create index messages_contact on customers.messages (contact_hash, created_at) where purpose = 'intake.welcome';
create index messages_provider on customers.messages (provider_id) where provider_id is not null;
-- What no transport took, newest first, for the developer mailbox.
create index messages_not_configured on customers.messages (created_at) where state = 'not_configured';
