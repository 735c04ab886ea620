create schema consultations;

create sequence consultations.live_number;

create sequence consultations.test_number;

create sequence consultations.call_place;

-- What the team works through: one row per case, whatever door it came in by.
create table consultations.consultations (
  id text collate "C" primary key,
  number text not null unique,
  source text not null check (source in ('agent_intake', 'referral', 'membership')),
  source_id text collate "C" not null,
  priority boolean not null,
  opened_at timestamptz not null,
  delivered_at timestamptz,
  closed_at timestamptz,
  -- A case of the sandbox is on the board only for those who ask for it, and its number does not look like a live one.
  test boolean not null default false,
  -- Where a case stands in the queue. It is ready, or it becomes so at next_call_at, or nobody is to call.
  -- A claim is a lease: the case becomes ready again when it runs out.
  ready boolean not null default true,
  next_call_at timestamptz,
  -- What orders a rank: when the callback was promised for, otherwise since when the case waits.
  place timestamptz,
  window_key text collate "C" not null default '-',
  encrypted_phone bytea,
  phone_hash bytea,
  attempts integer not null default 0,
  last_call_at timestamptz,
  callback_at timestamptz,
  lease_staff_id text collate "C",
  lease_since timestamptz,
  lease_until timestamptz,
  spared_at timestamptz,
  -- What the insurer offered first and what it paid in the end: the improvement decides whether representation is charged.
  initial_offer_cents integer check (initial_offer_cents >= 0 and initial_offer_cents <= 100000000),
  settlement_cents integer check (settlement_cents >= 0 and settlement_cents <= 100000000),
  settled_at timestamptz,
  -- Until when a case is open unless its owner says yes: whoever hands cases out or lists them need not wait for a sweep.
  -- Null for a case that stays open until somebody closes it.
  ends_at timestamptz,
  -- By which the cases of an address are found, as by phone_hash those of a number.
  email_hash bytea,
  -- The owner said no: nobody calls about this case any more.
  declined_at timestamptz,
  -- When the customer's contact was proven: by the mailed or texted link, or by a person reached on the telephone.
  proven_at timestamptz,
  -- The number turned out to be somebody else's; the link by which the customer gives another, and how many they gave.
  number_struck_at timestamptz,
  number_link_hash bytea,
  numbers_given smallint not null default 0,
  -- The order of the queue is decided here and nowhere else: 0 a callback that was promised, 1 a warm handoff, 2 a proven
  -- contact, 3 from a registered agent or an institution, 4 from an anonymous agent, 5 six calls in vain.
  registered boolean not null default false,
  rank smallint not null generated always as (
case
    when (callback_at is not null) then 0
    when (attempts >= 6) then 5
    when priority then 1
    when (proven_at is not null) then 2
    when (registered or (source <> 'agent_intake')) then 3
    else 4
end) stored,
  -- What the insurer offered and what it paid, part by part, each with who said it: {"value": {"cents": 1, "from": "staff"}}.
  -- A part that is absent is unknown. `initial_offer_cents` and `settlement_cents` are the one amount to show.
  offer_parts jsonb check (jsonb_typeof(offer_parts) = 'object'),
  settlement_parts jsonb check (jsonb_typeof(settlement_parts) = 'object'),
  -- Whose case it is. The lease says who may call at the moment, which is another thing.
  assignee_id text collate "C",
  assigned_at timestamptz,
  -- Why a case is closed and by whom (null: by itself), when it was opened again, when something outside this row last
  -- happened to it, and when to look next whether it can be closed.
  closed_reason text,
  closed_by text collate "C",
  reopened_at timestamptz,
  active_at timestamptz,
  close_check_at timestamptz,
  -- In which language the customer reads and speaks with us, once they chose; and since when links to their page count.
  language text check (language in ('en', 'es')),
  links_since timestamptz,
  -- By which ways the customer of a case wants no contact about it, and until when the call is that they chose themselves.
  stopped_channels text[] not null default '{}'::text[] check (stopped_channels <@ array['email', 'text', 'call']),
  wanted_until timestamptz,
  constraint consultations_ready check (not ready or next_call_at is null),
  unique (source, source_id)
);
create index consultations_assignee on consultations.consultations (assignee_id, callback_at)
  where assignee_id is not null and closed_at is null;
create index consultations_callback on consultations.consultations (callback_at)
  where callback_at is not null and closed_at is null and not test;
create index consultations_due on consultations.consultations (next_call_at)
  where not ready and next_call_at is not null and closed_at is null and not test and phone_hash is not null
    and spared_at is null and declined_at is null;
create index consultations_email on consultations.consultations (email_hash) where email_hash is not null;
create index consultations_lease on consultations.consultations (lease_staff_id) where lease_staff_id is not null;
-- Who has a number in hand, however many cases it has.
create index consultations_leased on consultations.consultations (phone_hash) where lease_until is not null;
create unique index consultations_number_link on consultations.consultations (number_link_hash)
  where number_link_hash is not null;
create index consultations_open_cases on consultations.consultations (test, priority desc, opened_at) where closed_at is null;
-- For the lead's figures: cases by the day they were opened, and callbacks that are late.
create index consultations_opened on consultations.consultations (opened_at) where not test;
create index consultations_phone on consultations.consultations (phone_hash) where phone_hash is not null;
-- Those that wait for nobody's yes: when anything last happened to them.
create index consultations_quiet on consultations.consultations
  (greatest(opened_at, last_call_at, callback_at, delivered_at, reopened_at, active_at))
  where closed_at is null and ends_at is null and settled_at is null;
create index consultations_ready on consultations.consultations (window_key, rank, place, id)
  where ready and closed_at is null and not test and phone_hash is not null and spared_at is null and declined_at is null;
create index consultations_to_close on consultations.consultations (coalesce(close_check_at, settled_at))
  where closed_at is null and settled_at is not null;

-- Every call a person of the team made, whatever came of it. No machine ever places one.
create table consultations.calls (
  id text collate "C" primary key,
  consultation_id text collate "C" not null references consultations.consultations(id),
  staff_id text collate "C" not null,
  outcome text not null
    check (outcome in ('no_answer', 'voicemail', 'callback_requested', 'confirmed', 'declined', 'not_requested', 'do_not_contact', 'wrong_number')),
  called_at timestamptz not null,
  -- By which rules a call was allowed, what the owner's clocks said, and when the owner asked to be called again.
  rule_version text,
  local_time text,
  callback_at timestamptz,
  -- One call may be about several submissions of one person. It was dialled once: only the row without a reference counts.
  applied_from text collate "C" references consultations.calls(id),
  -- Which number a call was made to. An outcome that was applied to a case because of a call about another dialed nothing.
  phone_hash bytea,
  place bigint default nextval('consultations.call_place'::regclass),
  -- Which try of a page logged a call: a try that is repeated because its answer was lost logs nothing twice.
  attempt_id text collate "C",
  -- Notes of calls are encrypted, like all notes of a case. Only the worker can encrypt those that are stored in plain; it empties
  -- `note` as it goes, and with it what processes of the previous version still write there.
  encrypted_note bytea
);
create unique index calls_attempt on consultations.calls (consultation_id, attempt_id) where attempt_id is not null;
create index calls_consultation on consultations.calls (consultation_id, called_at);
create index calls_of_staff on consultations.calls (staff_id, id);

-- Every set of calling hours that a case has: the state whose rule counts and the zones its owner may be in.
create table consultations.call_windows (
  key text collate "C" primary key,
  state text,
  zones text[] not null
);

-- How often a number was tried, over all cases, sources and callers: caps and guards are about numbers. A number is known
-- by its fingerprint; when it has several, under several keys, one counts and the others are its aliases. The sandbox has
-- numbers of its own.
create table consultations.numbers (
  hash bytea,
  test boolean,
  -- When it was shown to a caller or dialed, newest first; more than eight are never asked for.
  attempts timestamptz[] not null default '{}'::timestamptz[] check (cardinality(attempts) <= 8),
  -- The last call, and about which case.
  called_at timestamptz,
  called_case text collate "C",
  -- To whom it was shown last, about which case, and when; nobody once their call is logged.
  offer_staff_id text collate "C",
  offer_case text collate "C",
  offer_at timestamptz,
  primary key (hash, test)
);

create table consultations.number_aliases (
  hash bytea,
  test boolean,
  number_hash bytea not null,
  primary key (hash, test)
);
create index number_aliases_number on consultations.number_aliases (number_hash);

-- What a member of the team writes down about a case at any time, besides the notes of calls. Never changed, never deleted.
create table consultations.notes (
  id text collate "C" primary key,
  consultation_id text collate "C" not null references consultations.consultations(id),
  staff_id text collate "C" not null,
  -- The words, encrypted and bound to the row.
  encrypted_words bytea not null,
  -- Chosen by the browser: sent twice, it is one note.
  draft_key text collate "C" not null,
  created_at timestamptz(3) not null,
  -- Which of two in one millisecond came first.
  place bigint generated always as identity
);
create index notes_consultation on consultations.notes (consultation_id, created_at, place);
create unique index notes_once on consultations.notes (consultation_id, staff_id, draft_key);

-- Who had it before, by whom it was given, and how: by work on it (worked), taken over (taken), handed over by whoever had
-- it (handed), by a lead (assigned), given up (dropped), or because the account of the one before was ended (ended).
create table consultations.assignments (
  id text collate "C" primary key,
  -- Several may be of one millisecond.
  seq bigint generated always as identity,
  consultation_id text collate "C" not null,
  -- Nobody, when it has no assignee from then on.
  staff_id text collate "C",
  -- Nobody of the team, when the account was ended.
  by_staff_id text collate "C",
  how text not null check (how in ('worked', 'taken', 'handed', 'assigned', 'dropped', 'ended')),
  -- Why, in words, encrypted and bound to the row.
  encrypted_reason bytea,
  at timestamptz not null
);
create index assignments_consultation on consultations.assignments (consultation_id, seq);

-- Every closing with a reason and every reopening, for good.
create table consultations.closings (
  id text collate "C" primary key,
  consultation_id text collate "C" not null references consultations.consultations(id),
  action text not null check (action in ('closed', 'reopened')),
  -- Null when it was opened again: why is said in words then.
  reason text,
  -- The words, encrypted and bound to the row.
  encrypted_note bytea,
  -- Null when it closed by itself.
  staff_id text collate "C",
  at timestamptz not null,
  check ((action = 'reopened') = (reason is null))
);
create index closings_consultation on consultations.closings (consultation_id, at);

-- What the board's search finds cases by. A term begins with its kind: n a word of a name without accents, d the digits of a phone number
-- from the last to the first, v a VIN in the same way, x a whole e-mail address, plate, reference, claim or enrollment number. Everything
-- but whole values is found by how it begins, so one index answers all of them. Triggers write the terms: whichever statement or version
-- changes what is searched, the terms change in the same transaction. A row has no more of a person than the source that it is copied from.
create table consultations.search_terms (
  consultation_id text collate "C",
  -- Only the source that a term came from replaces it.
  source text collate "C" check (source in ('agent_intake', 'referral', 'membership', 'facts')),
  term text collate "C",
  primary key (consultation_id, source, term)
);
create index search_terms_term on consultations.search_terms (term, consultation_id);

-- Whoever wants no calls about a case is out of its queue, whatever else changes in its row. As another condition of the queue it
-- made the outlook over 50,000 cases take 252 ms, above the bound of 200.
create function consultations.leave_queue() returns trigger language plpgsql as $$
begin
  new.ready := false;
  new.next_call_at := null;
  return new;
end $$;

-- Letters as they are compared: small, without accents.
create function consultations.fold_name(name text) returns text
language sql immutable parallel safe
return lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'));

-- Every word of a name, and of a word every part behind a hyphen or an apostrophe, each to the end of the word and without punctuation.
create function consultations.name_terms(name text) returns setof text
language sql immutable parallel safe
begin atomic
  select 'n' || array_to_string(parts[place:], '')
  from regexp_split_to_table(consultations.fold_name(name), '\s+') as word
  cross join lateral (select array_remove(regexp_split_to_array(word, '[[:punct:]‘’´‐‑–—]+'), '') as parts) p
  cross join lateral generate_subscripts(parts, 1) as place;
end;

-- The words that somebody searches for; each is the beginning of such a term.
create function consultations.searched_terms(words text) returns setof text
language sql immutable parallel safe
begin atomic
  select distinct 'n' || word
  from regexp_split_to_table(regexp_replace(consultations.fold_name(words), '[[:punct:]‘’´‐‑–—]+', '', 'g'), '\s+') as word
  where word <> '' limit 5;
end;

-- Behind every text that begins with this one.
create function consultations.after_prefix(prefix text) returns text
language sql immutable parallel safe
return prefix || U&'\+10FFFF';

-- A new source has no terms to compare with. The writer of terms holds the row of their source, so nothing else writes them meanwhile.
-- The plans use the index whatever the size of the table was when they were made.
create function consultations.write_search_terms(
  whose text, from_source text, names text, phones text[], vins text[], whole text[]
) returns void language plpgsql
set jit = off
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  -- Nobody searches for more than a hundred characters.
  terms constant text[] := array(select distinct term from (
    select * from consultations.name_terms(names)
    union all select 'd' || reverse(right(digits, 10)) from unnest(phones) as phone, regexp_replace(phone, '\D', '', 'g') as digits
      where length(digits) >= 4
    union all select 'v' || reverse(upper(vin)) from unnest(vins) as vin where length(vin) >= 4
    union all select 'x' || lower(value) from unnest(whole) as value where value <> '') as found (term)
    where length(term) <= 101);
begin
  if not exists (select from consultations.search_terms where consultation_id = whose and source = from_source) then
    insert into consultations.search_terms (consultation_id, source, term)
      select whose, from_source, term from unnest(terms) as term;
    return;
  end if;
  delete from consultations.search_terms t where t.consultation_id = whose and t.source = from_source and t.term <> all(terms);
  insert into consultations.search_terms (consultation_id, source, term)
    select whose, from_source, term from unnest(terms) as term on conflict do nothing;
end $$;

-- Of an erased member the vehicle stays, which was billed; it leads to nobody any more.
create function consultations.index_redemption(d memberships.redemptions) returns void language plpgsql as $$
declare
  e memberships.enrollments;
begin
  select * into e from memberships.enrollments
  where institution_id = d.institution_id and livemode = d.livemode and id = d.enrollment_id;
  perform consultations.write_search_terms(d.consultation_id, 'membership', concat_ws(' ', e.first_name, e.last_name),
    array[e.phone, e.staff_contact ->> 'phone'], case when e.first_name <> '' then array[e.vin] end,
    case when e.first_name <> '' then array[e.email, e.staff_contact ->> 'email', e.external_ref, e.id] end);
end $$;

create function consultations.index_facts(f facts.cases) returns void language plpgsql as $$
begin
  perform consultations.write_search_terms(f.consultation_id, 'facts', null, null, array[f.vin], array[f.claim_number]);
end $$;

create function consultations.index_written() returns trigger language plpgsql as $$
begin
  case tg_argv[0]
    when 'agent_intake' then perform consultations.index_intake(new);
    when 'referral' then perform consultations.index_referral(new);
    when 'membership' then perform consultations.index_redemption(new);
    when 'facts' then perform consultations.index_facts(new);
  end case;
  return null;
end $$;

create function consultations.index_enrollment() returns trigger language plpgsql as $$
begin
  perform consultations.index_redemption(d) from memberships.redemptions d
  where d.institution_id = new.institution_id and d.livemode = new.livemode and d.enrollment_id = new.id;
  return null;
end $$;

create function consultations.unindex_deleted() returns trigger language plpgsql as $$
begin
  delete from consultations.search_terms where consultation_id = old.consultation_id and source = tg_argv[0];
  return null;
end $$;

create trigger search_terms_written
  after update of first_name, last_name, email, phone, vin, external_ref, staff_contact on memberships.enrollments
  for each row when ((old.first_name, old.last_name, old.email, old.phone, old.vin, old.external_ref, old.staff_contact)
    is distinct from (new.first_name, new.last_name, new.email, new.phone, new.vin, new.external_ref, new.staff_contact))
  execute function consultations.index_enrollment();
create trigger search_terms_deleted after delete on memberships.redemptions
  for each row execute function consultations.unindex_deleted('membership');
create trigger search_terms_written after insert on memberships.redemptions
  for each row execute function consultations.index_written('membership');
create trigger search_terms_deleted after delete on facts.cases
  for each row execute function consultations.unindex_deleted('facts');
create trigger search_terms_written after insert or update of vin, claim_number on facts.cases
  for each row execute function consultations.index_written('facts');
create trigger consultations_calls_stopped before update on consultations.consultations
  for each row when ('call' = any(new.stopped_channels)) execute function consultations.leave_queue();

insert into consultations.call_windows (key, zones) values ('-', '{}');
