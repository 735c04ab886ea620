-- concurrently
-- What the sandbox of agents has, by age: it is removed after a month.
-- What an interruption left is no index.
drop index concurrently if exists intakes.intakes_sandbox;
create index concurrently intakes_sandbox on intakes.intakes (created_at) where not livemode;
