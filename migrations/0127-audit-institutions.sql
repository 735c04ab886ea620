-- Acts in the partner portal: at which institution, and by which of its users. Both are fingerprinted with the entry where
-- they are set, so entries that stand keep their fingerprint.
alter table audit.entries
  add column institution_id text collate "C",
  add column user_id text collate "C";
