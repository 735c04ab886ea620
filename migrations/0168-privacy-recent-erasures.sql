-- concurrently
-- What was erased lately: the log of requests is written some moments after the answers, and leaves out what an erasure overtook.
-- What an interruption left is no index.
drop index concurrently if exists privacy.erasures_recent;
create index concurrently erasures_recent on privacy.erasures (erased_at);
