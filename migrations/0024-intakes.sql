create schema intakes;

-- The one credential an anonymous submitter has for its intake.
create table intakes.poll_tokens (
  token_hash bytea primary key,
  intake_id text collate "C" not null,
  created_at timestamptz not null
);
create index poll_tokens_intake on intakes.poll_tokens (intake_id);

create table intakes.intakes (
  id text collate "C" primary key,
  status text not null
    check (status in ('received', 'welcome_sent', 'contact_attempted', 'customer_confirmed', 'consultation_active', 'declined', 'not_eligible', 'duplicate', 'expired')),
  agent_tier text not null check (agent_tier in ('anonymous', 'registered')),
  principal_id text collate "C",
  external_ref text,
  -- What was submitted, by member of the request; contacts are also kept normalised for look-up.
  agent jsonb not null,
  customer jsonb not null,
  consent jsonb not null,
  vehicle jsonb not null,
  loss jsonb not null,
  offer jsonb not null,
  email text collate "C",
  phone text collate "C",
  attestation_version text not null,
  discount_applied boolean not null,
  priority_callback boolean not null,
  consultation_id text collate "C",
  -- The confirm link's token: a fingerprint to find it by, sealed to show it again.
  link_hash bytea unique,
  encrypted_link bytea,
  created_at timestamptz not null,
  status_at timestamptz not null,
  expires_at timestamptz not null,
  -- What the customer did on the page: when, from where, with what, under which wording.
  confirmation jsonb,
  -- True while the cap on welcome messages holds this intake's back.
  welcome_held boolean not null default false,
  vin text collate "C",
  -- What was found out beside what was sent, by source: plate, VIN, report. What was sent is never overwritten.
  found jsonb not null default '{}'::jsonb,
  -- The market read as the receipt shows it; null without enough detail or allowance.
  preliminary jsonb,
  -- The claim number that is known of a case, sent or read in a report about its vehicle: owners read it out, and the team
  -- looks for it.
  claim_number text,
  -- Fingerprint of the address of a submission without a key; with one, the principal says who submitted.
  submitter_hash bytea,
  -- When the address was proven by the mailed link, and the number by the texted link or by a person who answered it.
  proven_by_email_at timestamptz,
  proven_by_text_at timestamptz,
  proven_by_call_at timestamptz,
  -- Numbers that are not the customer's. What an institution sends stays as it was sent; a struck number is not called.
  struck_phones text[] not null default '{}'::text[],
  -- Whether some message of an intake was held when it was submitted; only then its receipts ask how it is now.
  messages_held boolean not null default false,
  -- When the case of an intake was closed: its status has no further move, and the next submission is no duplicate of it.
  case_closed_at timestamptz,
  -- Who of the team took the call of somebody who telephoned in; null for what an agent submitted.
  taken_by text collate "C",
  livemode boolean not null default true
);
-- The sweeper sees only what can still expire.
create index intakes_expiring on intakes.intakes (expires_at)
  where status in ('received', 'welcome_sent', 'contact_attempted');
create index intakes_of_agent on intakes.intakes (principal_id, id desc) where principal_id is not null;
create index intakes_of_agent_by_ref on intakes.intakes (principal_id, external_ref, id desc)
  where principal_id is not null and external_ref is not null;
-- The duplicate rule looks at open intakes of a contact only.
create index intakes_open_email on intakes.intakes (email)
  where status in ('received', 'welcome_sent', 'contact_attempted', 'customer_confirmed', 'consultation_active');
create index intakes_open_with_phone on intakes.intakes (phone)
  where phone is not null and status in ('received', 'welcome_sent', 'contact_attempted', 'customer_confirmed', 'consultation_active');
create index intakes_sandbox on intakes.intakes (created_at) where not livemode;

-- Which link was confirmed: the emailed and the texted link have separate tokens. The one relayed in the receipt is in
-- intakes.link_hash, and proves no mailbox.
create table intakes.links (
  hash bytea primary key,
  intake_id text collate "C" not null,
  via text not null check (via in ('email', 'text')),
  -- The address or number that it was sent to; the intake may have another one later.
  contact text not null,
  created_at timestamptz not null
);
create index links_intake on intakes.links (intake_id);

-- A token that never opened anything is refused by whoever reads the intake, so this one has an intake.
create function intakes.recheck_poll_token(hashes bytea[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  intake text;
begin
  select t.intake_id into intake from intakes.poll_tokens t where t.token_hash = any(hashes);
  if intake is null then perform platform.refuse_credential('revoked'); end if;
  perform platform.share_owner(intake);
  perform from intakes.poll_tokens t where t.token_hash = any(hashes);
  if not found then perform platform.refuse_credential('revoked'); end if;
end $$;

-- Of live intakes only: those of the sandbox are on no board.
create function consultations.index_intake(i intakes.intakes) returns void language plpgsql as $$
begin
  if i.consultation_id is null or not i.livemode then return; end if;
  perform consultations.write_search_terms(i.consultation_id, 'agent_intake',
    concat_ws(' ', i.customer ->> 'first_name', i.customer ->> 'last_name'), array[i.phone], array[i.vin],
    array[i.email, i.external_ref, coalesce(i.claim_number, i.offer ->> 'claim_number'),
      regexp_replace(i.vehicle ->> 'plate', '[\s-]', '', 'g')]);
end $$;

create constraint trigger lock_owner after delete on intakes.poll_tokens
  deferrable initially deferred for each row
  execute function platform.lock_owner('intake_id');
create trigger search_terms_deleted after delete on intakes.intakes
  for each row execute function consultations.unindex_deleted('agent_intake');
create trigger search_terms_written
  after insert or update of consultation_id, customer, email, phone, vin, claim_number, external_ref, vehicle, offer on intakes.intakes
  for each row execute function consultations.index_written('agent_intake');
