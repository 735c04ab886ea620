import type { Ctx } from '#context';
import { prepared } from '#platform/db';

type TenantEvent = { readonly accountId: string; readonly livemode: boolean; readonly eventId: string };

/** A delivery of an event: where to, and how it went so far. */
export type EventDelivery = {
  readonly id: string;
  readonly endpoint_id: string;
  /** Null when the endpoint was deleted since. */
  readonly url: string | null;
  readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
  /** Attempts that were made. */
  readonly attempts: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly next_attempt_at: Date | null;
  /** Of the last attempt, if it is known. */
  readonly status: number | null;
  readonly cause: string | null;
};

/** An account has ten endpoints, and an event may have been sent again to each. */
const most = 100;

const ofEvent = prepared<[accountId: string, livemode: boolean, eventId: string], EventDelivery>(
  'webhooks.list-event-deliveries',
  `select d.id, d.endpoint_id, e.url, d.state, d.attempts, d.created_at, d.finished_at, d.next_attempt_at, d.status, d.cause
   from (
     select p.id, p.endpoint_id, 'pending' as state, p.attempt::integer as attempts, p.created_at,
       null::timestamptz as finished_at, p.due_at as next_attempt_at, last.status, last.cause
     from webhooks.deliveries p left join lateral (
       select a.status, a.cause from webhooks.attempts a where a.delivery_id = p.id and a.at > p.created_at - interval '1 hour'
       order by a.at desc limit 1) as last on true
     where p.account_id = $1 and p.event_id = $3
     union all
     select f.id, f.endpoint_id, f.state, f.attempt::integer, f.created_at, f.finished_at, null, f.status, f.cause
     from webhooks.finished_deliveries f where f.account_id = $1 and f.event_id = $3
   ) as d
   left join webhooks.endpoints e on e.account_id = $1 and e.id = d.endpoint_id
   where e.id is null or e.livemode = $2
   order by d.created_at desc, d.id desc limit ${most}`,
);

/** To which endpoints an event of the account and mode went, the newest first. */
export const listEventDeliveries = (
  ctx: Ctx,
  { accountId, livemode, eventId }: TenantEvent,
): Promise<EventDelivery[]> => ctx.db.many(ofEvent(accountId, livemode, eventId));
