-- See 0107. An attempt and a recovery belong to the account of their endpoint.
select platform.protect_account(target::regclass, 'account_id')
from unnest(array['webhooks.endpoints', 'webhooks.deliveries', 'webhooks.finished_deliveries', 'events.events']) as target;

select platform.protect_rows(target::regclass, format(
  'exists (select from webhooks.endpoints e
     where e.account_id = (select current_setting(''makewhole.account'', true)) and e.id = %s.endpoint_id)', target))
from unnest(array['webhooks.recoveries', 'webhooks.attempts']) as target;
