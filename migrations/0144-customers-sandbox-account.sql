-- Whose sandbox a message belongs to, so that its institution finds it in the portal's mailbox. Messages that leave have none,
-- and those that processes of the version before store have none either: nobody is shown them, and they age like the others.
alter table customers.messages add column account_id text collate "C";
alter table customers.messages add constraint messages_account_check check (account_id is null or state = 'sandbox') not valid;
comment on column customers.messages.account_id is 'the institution of a message of the sandbox';
