-- How often a number was tried, over all cases, sources and callers: caps and guards are about numbers. A number is known
-- by its fingerprint; when it has several, under several keys, one counts and the others are its aliases. The sandbox has
-- numbers of its own.
create table consultations.numbers (
  hash bytea not null,
  test boolean not null,
  -- When it was shown to a caller or dialed, newest first; more than eight are never asked for.
  attempts timestamptz[] not null default '{}' check (cardinality(attempts) <= 8),
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
  hash bytea not null,
  test boolean not null,
  number_hash bytea not null,
  primary key (hash, test)
);
create index number_aliases_number on consultations.number_aliases (number_hash);

-- Which number a call was made to. An outcome that was applied to a case because of a call about another dialed nothing.
alter table consultations.calls add column phone_hash bytea;

update consultations.calls k set phone_hash = c.phone_hash
from consultations.consultations c where c.id = k.consultation_id and c.phone_hash is not null;

insert into consultations.numbers (hash, test, attempts, called_at, called_case)
select k.phone_hash, c.test, (array_agg(k.called_at order by k.called_at desc, k.id desc))[1:8], max(k.called_at),
  (array_agg(k.consultation_id order by k.called_at desc, k.id desc))[1]
from consultations.calls k join consultations.consultations c on c.id = k.consultation_id
where k.phone_hash is not null and k.applied_from is null
group by k.phone_hash, c.test;

-- The order of the queue is decided here and nowhere else: 0 a callback that was promised, 1 a warm handoff, 2 a proven
-- contact, 3 from a registered agent or an institution, 4 from an anonymous agent, 5 six calls in vain. The column tier has
-- the order of the version before, which still writes it.
alter table consultations.consultations add column registered boolean not null default false;

update consultations.consultations c set registered = true
from intakes.intakes i where c.source = 'agent_intake' and i.id = c.source_id and i.agent_tier = 'registered';

-- Who answered by the link of their own invitation, or was reached and said yes, is proven.
update consultations.consultations c set proven_at = coalesce(r.activated_at, c.opened_at)
from referrals.referrals r
where c.source = 'referral' and r.id = c.source_id and r.via = 'invitation' and c.proven_at is null;

update consultations.consultations c set proven_at = k.called_at
from (select consultation_id, min(called_at) as called_at from consultations.calls where outcome = 'confirmed'
  group by consultation_id) k
where k.consultation_id = c.id and c.proven_at is null;

alter table consultations.consultations add column rank smallint not null generated always as (case
  when callback_at is not null then 0
  when attempts >= 6 then 5
  when priority then 1
  when proven_at is not null then 2
  when registered or source <> 'agent_intake' then 3
  else 4 end) stored;

drop index consultations.consultations_ready;
create index consultations_ready on consultations.consultations (window_key, rank, place, id)
  where ready and closed_at is null and not test and phone_hash is not null and spared_at is null and declined_at is null;

-- Who has a number in hand, however many cases it has.
create index consultations_leased on consultations.consultations (phone_hash) where lease_until is not null;
