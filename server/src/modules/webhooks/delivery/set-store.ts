import { insertEventSet, type EventSetValues } from '#modules/events';
import { prepared } from '#platform/db';
import { barred } from '../endpoint-store.ts';

/**
 * A statement that logs one event per row of a query (see `insertEventSet`) and stores their deliveries, for an account
 * none of whose endpoints takes full payloads; one that begins to meanwhile gets none of them. What is stored is what
 * `insertDeliveries` stores. An account has at most ten endpoints, so two digits tell those of one event apart.
 */
export const defineEventSet = (name: string, rows: string) =>
  prepared<[...EventSetValues, after: number, upTo: number], never>(
    `webhooks.publish-${name}`,
    `with emitted as (${insertEventSet(rows)}
     ), taking as (
       select id, event_types, case when ${barred('e')} then 'disabled' else status end as status,
         lpad((row_number() over (order by id) - 1)::text, 2, '0') as turn
       from webhooks.endpoints e
       where account_id = $1 and audience = 'partner' and livemode = $2 and payload = 'thin'
     ), told as (
       select 'dlv' || left(substr(n.id, 4), -2) || e.turn as id, e.id as endpoint_id, n.id as event_id,
         n.type as event_type, n.thin as body, e.status
       from emitted n join taking e on e.event_types = '{}' or n.type = any(e.event_types)
     ), skipped as (
       insert into webhooks.finished_deliveries
         (id, account_id, endpoint_id, event_id, event_type, event_at, state, attempt, created_at, finished_at)
       select id, $1, endpoint_id, event_id, event_type, $3, 'skipped', 0, $3, $3 from told where status = 'disabled'
     )
     insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, due_at, created_at)
     select id, $1, endpoint_id, event_id, event_type, $3, body, $3, $3
     from told where status = 'enabled'`,
  );

export type EventSet = ReturnType<typeof defineEventSet>;
