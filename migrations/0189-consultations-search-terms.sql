-- What the board's search finds cases by. A term begins with its kind: n a word of a name without accents, d the digits of a phone number
-- from the last to the first, v a VIN in the same way, x a whole e-mail address, plate, reference, claim or enrollment number. Everything
-- but whole values is found by how it begins, so one index answers all of them. Triggers write the terms: whichever statement or version
-- changes what is searched, the terms change in the same transaction. A row has no more of a person than the source that it is copied from.
create table consultations.search_terms (
  consultation_id text collate "C" not null,
  -- Only the source that a term came from replaces it.
  source text collate "C" not null check (source in ('agent_intake', 'referral', 'membership', 'facts')),
  term text collate "C" not null,
  primary key (consultation_id, source, term)
);
create index search_terms_term on consultations.search_terms (term, consultation_id);

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

create function consultations.write_search_terms(
  whose text, from_source text, names text, phones text[], vins text[], whole text[]
) returns void language plpgsql
set jit = off
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
  -- Planned each time: a plan that was made while the table was small would read all of it later.
  execute 'delete from consultations.search_terms where consultation_id = $1 and source = $2 and term <> all($3)'
    using whose, from_source, terms;
  insert into consultations.search_terms (consultation_id, source, term)
    select whose, from_source, term from unnest(terms) as term on conflict do nothing;
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

create function consultations.index_referral(r referrals.referrals) returns void language plpgsql as $$
begin
  if r.consultation_id is null then return; end if;
  perform consultations.write_search_terms(r.consultation_id, 'referral',
    concat_ws(' ', r.borrower ->> 'first_name', r.borrower ->> 'last_name'),
    array[r.borrower ->> 'phone', r.staff_contact ->> 'phone'], array[r.vin],
    array[r.borrower ->> 'email', r.staff_contact ->> 'email', r.external_ref, r.claim_number]);
end $$;

-- Of an erased member the vehicle stays, which was billed; it leads to nobody any more.
create function consultations.index_redemption(d plans.redemptions) returns void language plpgsql as $$
declare
  e plans.enrollments;
begin
  select * into e from plans.enrollments
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
  perform consultations.index_redemption(d) from plans.redemptions d
  where d.institution_id = new.institution_id and d.livemode = new.livemode and d.enrollment_id = new.id;
  return null;
end $$;

create function consultations.unindex_deleted() returns trigger language plpgsql as $$
begin
  delete from consultations.search_terms where consultation_id = old.consultation_id and source = tg_argv[0];
  return null;
end $$;

create trigger search_terms_written
  after insert or update of consultation_id, customer, email, phone, vin, claim_number, external_ref, vehicle, offer on intakes.intakes
  for each row execute function consultations.index_written('agent_intake');
create trigger search_terms_deleted after delete on intakes.intakes
  for each row execute function consultations.unindex_deleted('agent_intake');

create trigger search_terms_written
  after insert or update of consultation_id, borrower, vehicle, claim, external_ref, staff_contact on referrals.referrals
  for each row when (new.consultation_id is not null) execute function consultations.index_written('referral');
create trigger search_terms_deleted after delete on referrals.referrals
  for each row when (old.consultation_id is not null) execute function consultations.unindex_deleted('referral');

create trigger search_terms_written after insert on plans.redemptions
  for each row execute function consultations.index_written('membership');
create trigger search_terms_deleted after delete on plans.redemptions
  for each row execute function consultations.unindex_deleted('membership');
create trigger search_terms_written
  after update of first_name, last_name, email, phone, vin, external_ref, staff_contact on plans.enrollments
  for each row when ((old.first_name, old.last_name, old.email, old.phone, old.vin, old.external_ref, old.staff_contact)
    is distinct from (new.first_name, new.last_name, new.email, new.phone, new.vin, new.external_ref, new.staff_contact))
  execute function consultations.index_enrollment();

create trigger search_terms_written after insert or update of vin, claim_number on facts.cases
  for each row execute function consultations.index_written('facts');
create trigger search_terms_deleted after delete on facts.cases
  for each row execute function consultations.unindex_deleted('facts');
