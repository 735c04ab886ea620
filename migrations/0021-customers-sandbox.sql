-- Messages about sandbox objects are kept to be looked at and are never handed to a transport (decision 5).
alter table customers.messages drop constraint messages_state_check;
alter table customers.messages add constraint messages_state_check
  check (state in ('waiting', 'claimed', 'sent', 'failed', 'not_configured', 'sandbox'));
create index messages_sandbox on customers.messages (created_at) where state = 'sandbox';
