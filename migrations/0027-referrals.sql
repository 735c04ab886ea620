create schema referrals;

-- A borrower's total loss that an institution refers. Every key begins with the institution and the mode: nothing is
-- found by its id alone except by the team.
create table referrals.referrals (
  institution_id text collate "C",
  livemode boolean,
  id text collate "C",
  status text not null check (status in ('invited', 'activated', 'settled', 'closed', 'declined', 'expired', 'canceled')),
  status_note text,
  external_ref text collate "C",
  -- What was submitted, by member of the request, normalised.
  borrower jsonb not null,
  vehicle jsonb not null,
  claim jsonb not null,
  liability jsonb not null,
  vin text collate "C" not null generated always as ((vehicle ->> 'vin')) stored,
  claim_number text collate "C" not null generated always as ((claim ->> 'claim_number')) stored,
  initial_offer_cents bigint not null generated always as (((claim ->> 'initial_offer_cents'))::bigint) stored,
  -- The institution's program as it was when the referral was made, and what the borrower pays under it.
  program jsonb not null,
  price_cents integer not null,
  consent jsonb not null,
  submitted_via text not null,
  -- The invitation's token: a fingerprint to find it by, sealed to show it again. A new invitation replaces it.
  link_hash bytea not null unique,
  encrypted_link bytea not null,
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
  struck_phones text[] not null default '{}'::text[],
  -- The customer's own, given on the page of the mail that asked for it.
  given_phone text,
  -- The values of which the improvement was computed, and the improvement; null when either value is unknown.
  offer_value_cents bigint,
  settlement_value_cents bigint,
  improvement_cents bigint,
  -- Whom the team calls instead of whom the institution named: number, address, ZIP and state, as staff typed them.
  staff_contact jsonb not null default '{}'::jsonb,
  -- The last six characters of a VIN, by which people on the telephone name a car. A column and not an expression: row
  -- security reads an index by leakproof comparisons only, and a function of a column is none.
  vin_tail text collate "C",
  -- When an erasure ends an invitation early, this keeps the expiry that the lender was told, which is what the API goes on showing.
  invitation_promised_until timestamptz,
  primary key (institution_id, livemode, id)
);
create index referrals_activated on referrals.referrals (institution_id, livemode, activated_at)
  where activated_at is not null;
create index referrals_claim_number on referrals.referrals (institution_id, livemode, claim_number, id);
create index referrals_closed on referrals.referrals (institution_id, livemode, closed_at, status)
  where closed_at is not null;
-- What analytics count, so that they read these and not the table.
create index referrals_created on referrals.referrals (institution_id, livemode, created_at);
-- Invitations of a month over all institutions, for the activation rate by cohort.
create index referrals_created_at on referrals.referrals (created_at);
-- The sweeper sees only what can still expire.
create index referrals_expiring on referrals.referrals (invitation_expires_at) where status = 'invited';
create index referrals_external_ref on referrals.referrals (institution_id, livemode, external_ref, id)
  where external_ref is not null;
-- For the team, which has an id only. A hash has no order: a list of one institution cannot be read through it past
-- everybody else's rows.
create index referrals_id on referrals.referrals using hash (id);
-- One vehicle has one total loss at a time (decision 104).
create unique index referrals_open_vin on referrals.referrals (institution_id, livemode, vin)
  where status in ('invited', 'activated', 'settled');
create index referrals_settled on referrals.referrals (institution_id, livemode, settled_at)
  include (offer_value_cents, settlement_value_cents, improvement_cents, price_cents) where settled_at is not null;
-- Settlements of a period over all institutions, for the team.
create index referrals_settled_at on referrals.referrals (settled_at) where settled_at is not null;
-- Each filter of the list with the list's own order behind it.
create index referrals_status on referrals.referrals (institution_id, livemode, status, id);
create index referrals_vin on referrals.referrals (institution_id, livemode, vin, id);
create index referrals_vin_tail on referrals.referrals (institution_id, livemode, vin_tail, id);
select platform.protect_account('referrals.referrals', 'institution_id');

-- What the team found when it looked at the insurer's offer; one per referral.
create table referrals.review_records (
  institution_id text collate "C",
  livemode boolean,
  id text collate "C",
  referral_id text collate "C" not null,
  status text not null check (status in ('in_review', 'completed')),
  outcome text check (outcome in ('offer_supported', 'offer_low', 'inconclusive')),
  summary text,
  opened_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  foreign key (institution_id, livemode, referral_id) references referrals.referrals(institution_id, livemode, id),
  primary key (institution_id, livemode, id),
  unique (institution_id, livemode, referral_id)
);
select platform.protect_account('referrals.review_records', 'institution_id');

-- Which documents of a case its institution sent itself in the portal, and who of it: it sees these and no others.
create table referrals.sent_documents (
  institution_id text collate "C",
  livemode boolean,
  referral_id text collate "C",
  document_id text collate "C",
  -- As the browser named it; only ever shown as text.
  file_name text not null check (length(file_name) >= 1 and length(file_name) <= 200),
  user_id text collate "C" not null references portal.users(id),
  sent_at timestamptz(3) not null,
  foreign key (institution_id, livemode, referral_id) references referrals.referrals(institution_id, livemode, id),
  primary key (institution_id, livemode, referral_id, document_id)
);
-- Erasure finds them by the case alone.
create index sent_documents_referral on referrals.sent_documents (referral_id);
select platform.protect_account('referrals.sent_documents', 'institution_id');

create function referrals.set_vin_tail() returns trigger language plpgsql as $$
begin
  new.vin_tail := right(new.vehicle ->> 'vin', 6);
  return new;
end $$;

create function consultations.index_referral(r referrals.referrals) returns void language plpgsql as $$
begin
  if r.consultation_id is null then return; end if;
  perform consultations.write_search_terms(r.consultation_id, 'referral',
    concat_ws(' ', r.borrower ->> 'first_name', r.borrower ->> 'last_name'),
    array[r.borrower ->> 'phone', r.staff_contact ->> 'phone'], array[r.vin],
    array[r.borrower ->> 'email', r.staff_contact ->> 'email', r.external_ref, r.claim_number]);
end $$;

create trigger search_terms_deleted after delete on referrals.referrals
  for each row when (old.consultation_id is not null) execute function consultations.unindex_deleted('referral');
create trigger search_terms_written
  after insert or update of consultation_id, borrower, vehicle, claim, external_ref, staff_contact on referrals.referrals
  for each row when (new.consultation_id is not null) execute function consultations.index_written('referral');
create trigger vin_tail before insert or update of vehicle on referrals.referrals
  for each row execute function referrals.set_vin_tail();
