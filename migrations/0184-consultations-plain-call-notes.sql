-- concurrently
-- The notes that are still to be encrypted. What an interruption left is no index.
drop index concurrently if exists consultations.calls_plain_note;
create index concurrently calls_plain_note on consultations.calls (id) where note is not null;
