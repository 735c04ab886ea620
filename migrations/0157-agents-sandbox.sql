-- Agents have a sandbox: the same contract under another address, with accounts and cases of its own. What stands is live.
alter table access.principals add column livemode boolean not null default true;
alter table agents.registrations add column livemode boolean not null default true;
alter table intakes.intakes add column livemode boolean not null default true;
