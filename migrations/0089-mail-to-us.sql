-- What customers answer by mail, and readers who call a mail unwanted.
alter table replies.replies drop constraint replies_channel_check;
alter table replies.replies add constraint replies_channel_check
  check (channel in ('text', 'page', 'one_click', 'email', 'complaint'));

-- Addresses that refused a mail of ours for good. Nothing is sent to them for a while; the case says so.
create table customers.bounced_addresses (
  contact_hash bytea primary key,
  bounced_at timestamptz not null
);
