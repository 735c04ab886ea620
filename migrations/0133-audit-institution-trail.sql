-- concurrently
-- An institution's part of the trail, in its order.
-- What an interruption left is no index.
drop index concurrently if exists audit.entries_institution;
create index concurrently entries_institution on audit.entries (institution_id, seq)
  where institution_id is not null;
