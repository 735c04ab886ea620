-- Until when a case is open unless its owner says yes: whoever hands cases out or lists them need not wait for a sweep.
-- Null for a case that stays open until somebody closes it.
alter table consultations.consultations add column ends_at timestamptz;

update consultations.consultations c set ends_at = i.expires_at from intakes.intakes i
where c.source = 'agent_intake' and i.id = c.source_id and c.closed_at is null
  and i.status in ('received', 'welcome_sent', 'contact_attempted');
