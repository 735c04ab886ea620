-- Who of the team took the call of somebody who telephoned in; null for what an agent submitted.
alter table intakes.intakes add column taken_by text collate "C";
