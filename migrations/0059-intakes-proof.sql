-- Whose yes it was: the mailed and the texted link have tokens of their own. The one relayed in the receipt stays in
-- intakes.link_hash; of an intake from before it was mailed and texted too, so it proves nothing there either.
create table intakes.links (
  hash bytea primary key,
  intake_id text collate "C" not null,
  via text not null check (via in ('email', 'text')),
  -- The address or number that it was sent to; the intake may have another one later.
  contact text not null,
  created_at timestamptz not null
);
create index links_intake on intakes.links (intake_id);

alter table intakes.intakes
  -- Fingerprint of the address of a submission without a key; with one, the principal says who submitted.
  add column submitter_hash bytea,
  -- When the address was proven by the mailed link, and the number by the texted link or by a person who answered it.
  add column proven_by_email_at timestamptz,
  add column proven_by_text_at timestamptz,
  add column proven_by_call_at timestamptz;

-- A yes that staff heard on the telephone.
update intakes.intakes set proven_by_call_at = (confirmation ->> 'at')::timestamptz
where confirmation ->> 'by' = 'staff';

update consultations.consultations c set proven_at = i.proven_by_call_at from intakes.intakes i
where c.source = 'agent_intake' and i.id = c.source_id and c.proven_at is null and i.proven_by_call_at is not null;

-- From now on customers.discounts also has rows of cases: what a receipt promised before any contact of its case was proven.
