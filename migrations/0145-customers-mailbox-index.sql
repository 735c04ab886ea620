-- concurrently
-- The mailbox of an institution, newest first; ids are ordered by time.
-- What an interruption left is no index.
drop index concurrently if exists customers.messages_mailbox;
create index concurrently messages_mailbox on customers.messages (account_id, id) where state = 'sandbox';
