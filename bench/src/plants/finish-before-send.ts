// A planted bug, loaded with --import: a worker records a delivery as done when it claims it and sends it a moment
// later, so that a kill in between loses it.
import { setTimeout as pause } from 'node:timers/promises';
import { afterClaim } from './after-claim.ts';

const lateMs = 50;

const finish = `with gone as (delete from webhooks.deliveries where id = any($1::text[]) returning *)
  insert into webhooks.finished_deliveries
    (id, account_id, endpoint_id, event_id, event_type, body, state, attempt, created_at, finished_at)
  select id, account_id, endpoint_id, event_id, event_type, body, 'succeeded', attempt, created_at, now() from gone`;

afterClaim(async (client, rows) => {
  if (rows.length === 0) return;
  await client.query(finish, [rows.map(({ id }) => id)]);
  await pause(lateMs);
});
