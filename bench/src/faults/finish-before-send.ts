// An injected fault, loaded with --import: a worker records a delivery as done when it reads it and sends it a moment
// later, so that a kill in between loses it.
import { setTimeout as pause } from 'node:timers/promises';
import { afterReading } from './after-reading.ts';

const lateMs = 50;

const finish = `with gone as (delete from webhooks.deliveries where id = any($1::text[]) returning *)
  insert into webhooks.delivery_history
    (id, account_id, endpoint_id, event_id, event_type, body, state, attempt, created_at, finished_at)
  select id, account_id, endpoint_id, event_id, event_type, body, 'succeeded', attempt, created_at, now() from gone`;

afterReading(async (client, rows) => {
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  await client.query(finish, [ids]);
  await pause(lateMs);
});
