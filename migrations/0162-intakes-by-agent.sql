-- concurrently
-- An agent lists its own intakes, newest first, and finds one by its own reference.
drop index concurrently if exists intakes.intakes_of_agent;
create index concurrently intakes_of_agent on intakes.intakes (principal_id, id desc) where principal_id is not null;
drop index concurrently if exists intakes.intakes_of_agent_by_ref;
create index concurrently intakes_of_agent_by_ref on intakes.intakes (principal_id, external_ref, id desc)
  where principal_id is not null and external_ref is not null;
