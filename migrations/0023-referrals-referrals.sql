create schema referrals;

-- A borrower's total loss that an institution refers. Every key begins with the institution and the mode: nothing is
-- found by its id alone except by the team.
create table referrals.referrals (
  institution_id text collate "C" not null,
  livemode boolean not null,
  id text collate "C" not null,
  status text not null check (status in ('invited', 'activated', 'settled', 'closed', 'declined', 'expired', 'canceled')),
  status_note text,
  external_ref text collate "C",
  -- What was submitted, by member of the request, normalised.
  borrower jsonb not null,
  vehicle jsonb not null,
  claim jsonb not null,
  liability jsonb not null,
  vin text collate "C" not null generated always as (vehicle ->> 'vin') stored,
  claim_number text collate "C" not null generated always as (claim ->> 'claim_number') stored,
  initial_offer_cents bigint not null generated always as ((claim ->> 'initial_offer_cents')::bigint) stored,
  -- The institution's program as it was when the referral was made, and what the borrower pays under it.
  program jsonb not null,
  price_cents integer not null,
  consent jsonb not null,
  submitted_via text not null,
  -- The invitation's token: a fingerprint to find it by, sealed to show it again. A new invitation replaces it.
  link_hash bytea not null unique,
  sealed_link bytea not null,
  -- How the yes came about: pressed on the page, when, from where and with what; or in the words of an attestation.
  acceptance jsonb,
  via text,
  consultation_id text collate "C",
  consultation_number text,
  settlement_cents bigint,
  created_at timestamptz not null,
  invited_at timestamptz not null,
  invitation_expires_at timestamptz not null,
  activated_at timestamptz,
  settled_at timestamptz,
  closed_at timestamptz,
  primary key (institution_id, livemode, id)
);

-- For the team, which has an id only. A hash has no order: a list of one institution cannot be read through it past
-- everybody else's rows.
create index referrals_id on referrals.referrals using hash (id);

-- One vehicle has one total loss at a time (decision 104).
create unique index referrals_open_vin on referrals.referrals (institution_id, livemode, vin)
  where status in ('invited', 'activated', 'settled');

-- Each filter of the list with the list's own order behind it.
create index referrals_status on referrals.referrals (institution_id, livemode, status, id);
create index referrals_external_ref on referrals.referrals (institution_id, livemode, external_ref, id)
  where external_ref is not null;
create index referrals_vin on referrals.referrals (institution_id, livemode, vin, id);
create index referrals_claim_number on referrals.referrals (institution_id, livemode, claim_number, id);

-- The sweeper sees only what can still expire.
create index referrals_expiring on referrals.referrals (invitation_expires_at) where status = 'invited';

-- What analytics count, so that they read these and not the table.
create index referrals_created on referrals.referrals (institution_id, livemode, created_at);
create index referrals_activated on referrals.referrals (institution_id, livemode, activated_at)
  where activated_at is not null;
create index referrals_settled on referrals.referrals (institution_id, livemode, settled_at)
  include (initial_offer_cents, settlement_cents, price_cents) where settled_at is not null;
create index referrals_closed on referrals.referrals (institution_id, livemode, closed_at, status)
  where closed_at is not null;

-- What the team found when it looked at the insurer's offer; one per referral.
create table referrals.review_records (
  institution_id text collate "C" not null,
  livemode boolean not null,
  id text collate "C" not null,
  referral_id text collate "C" not null,
  status text not null check (status in ('in_review', 'completed')),
  outcome text check (outcome in ('offer_supported', 'offer_low', 'inconclusive')),
  summary text,
  opened_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  primary key (institution_id, livemode, id),
  unique (institution_id, livemode, referral_id),
  foreign key (institution_id, livemode, referral_id) references referrals.referrals
);
