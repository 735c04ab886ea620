-- Objects that somebody is putting, noted before their first byte. Whatever ends the process, an object that no document
-- came to name is found here again and removed.
create table documents.puts (
  -- Never used for a second put, so that a removal can hit nothing else, however late it comes.
  object_key text collate "C" primary key,
  -- Beyond it nobody is at it any more. It measures the life of a process, so it runs on the database's clock.
  lease_until timestamptz not null,
  -- Set before the object is removed and never taken back, so that no document can come to name it meanwhile.
  removing boolean not null default false
);
create index puts_lease on documents.puts (lease_until);
