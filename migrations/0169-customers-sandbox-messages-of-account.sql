-- What a sandbox would have sent is seen by the account whose sandbox it is, and by whoever acts for all. Messages that leave have
-- no account, nor has what was tried without a key: a case leads to them, and whoever asks for it says which.
select platform.protect_rows('customers.messages',
  $$(account_id is null or account_id = (select current_setting('makewhole.account', true)))$$);
