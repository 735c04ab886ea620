-- A case keeps its owner's contact as its source has it. Cases from before are filled from their source by the worker, since
-- only it can seal; until then nobody is called about one that has no number here.
alter table consultations.consultations
  add column contact_kept boolean not null default false,
  -- By which the cases of an address are found, as by phone_hash those of a number.
  add column email_hash bytea,
  -- The owner said no: nobody calls about this case any more.
  add column declined_at timestamptz;

create index consultations_unkept on consultations.consultations ((closed_at is not null), id) where not contact_kept;
create index consultations_email on consultations.consultations (email_hash) where email_hash is not null;

-- Whoever said no in their last call said it for good.
update consultations.consultations c set declined_at = k.called_at
from (
  select distinct on (consultation_id) consultation_id, outcome, called_at from consultations.calls
  order by consultation_id, called_at desc, id desc) k
where k.consultation_id = c.id and k.outcome in ('declined', 'not_requested', 'do_not_contact')
  and c.closed_at is null and c.source <> 'agent_intake';

-- A case keeps its place while nobody is to call: it used to lose it with its number or its owner's wish, and could not come
-- back. Whether somebody is to be called is what these indexes ask.
update consultations.consultations set ready = lease_until is null, next_call_at = lease_until
where closed_at is null and delivered_at is null and not ready and next_call_at is null;

drop index consultations.consultations_ready;
drop index consultations.consultations_due;
create index consultations_ready on consultations.consultations (window_key, tier, place, id)
  where ready and closed_at is null and not test and phone_hash is not null and spared_at is null and declined_at is null;
create index consultations_due on consultations.consultations (next_call_at)
  where not ready and next_call_at is not null and closed_at is null and not test and phone_hash is not null
    and spared_at is null and declined_at is null;
