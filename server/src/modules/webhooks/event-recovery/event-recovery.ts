import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { initialPartnerEventTypes, readEventTime } from '../events/rules.ts';
import { prepared, transact } from '#platform/db';
import { endpointNotFound, recoveryNotFound } from '../errors.ts';
import type { EventRecovery } from './schemas.ts';
import {
  deleteEventRecoveries,
  findEventRecovery,
  hasRunningEventRecovery,
  insertRecovered,
  lockEventRecovery,
  updateEventRecovery,
  updateEventRecoveryDone,
  type TenantEndpoint,
} from './store.ts';

/** One batch of one recovery, with its progress in the same transaction, so that it resumes there after a crash. */
export async function continueEventRecovery(ctx: Ctx, limit: number): Promise<number> {
  if (!(await hasRunningEventRecovery(ctx.db))) return 0;
  return transact(ctx, async (tx) => {
    const row = await lockEventRecovery(tx.db);
    if (row === undefined) return 0;
    const now = tx.clock.now();
    const ids = row.event_ids.slice(row.place, row.place + limit);
    const endpoint = { accountId: row.account_id, livemode: row.livemode, id: row.endpoint_id };
    // An endpoint that was deleted in the meantime gets none, and the recovery ends.
    const recovered = await insertRecovered(tx.db, endpoint, {
      ids,
      times: ids.map((id) => readEventTime(id) ?? now),
      defaults: initialPartnerEventTypes,
      now,
      newId: newId('dlv', now),
    });
    const place = row.place + ids.length;
    updateEventRecovery(tx.db, row.id, { place, recovered });
    if (place >= row.event_ids.length) updateEventRecoveryDone(tx.db, row.id, now);
    // Another may wait.
    return limit;
  });
}

/** The progress of a recovery of named events. Left-out events were reported when it began. */
export async function getEventRecovery(
  ctx: Ctx,
  key: TenantEndpoint,
  recoveryId: string,
): Promise<Omit<EventRecovery, 'left_out'>> {
  const row = await findEventRecovery(ctx.db, key, recoveryId);
  if (row === undefined) throw recoveryNotFound();
  return {
    object: 'portal.event_recovery',
    id: row.id,
    endpoint_id: row.endpoint_id,
    status: row.status,
    total: row.total,
    recovered: row.recovered,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export type EndpointSettings = {
  readonly id: string;
  readonly url: string;
  readonly livemode: boolean;
  readonly payload: 'thin' | 'full';
  readonly event_types: readonly string[];
  readonly status: 'enabled' | 'disabled';
};

const byKey = prepared<[accountId: string, livemode: boolean, id: string], EndpointSettings>(
  'webhooks.find-tenant-endpoint',
  `select id, url, livemode, payload, event_types, status from webhooks.endpoints
   where account_id = $1 and livemode = $2 and id = $3 and audience = 'partner'`,
);

/** The settings of an endpoint of the account and mode. */
export async function getTenantEndpoint(
  ctx: Ctx,
  { accountId, livemode, id }: TenantEndpoint,
): Promise<EndpointSettings> {
  const row = await ctx.db.find(byKey(accountId, livemode, id));
  if (row === undefined) throw endpointNotFound();
  return row;
}

type TenantEvent = { readonly accountId: string; readonly livemode: boolean; readonly eventId: string };

/** A delivery of an event: its endpoint and its result so far. */
type EventDelivery = {
  readonly id: string;
  readonly endpoint_id: string;
  /** Null when the endpoint was deleted since. */
  readonly url: string | null;
  readonly state: 'pending' | 'succeeded' | 'exhausted' | 'canceled' | 'skipped';
  /** The number of attempts made. */
  readonly attempts: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly next_attempt_at: Date | null;
  /** The status of the last attempt, if known. */
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
     from webhooks.delivery_history f where f.account_id = $1 and f.event_id = $3
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

type Tenant = { readonly accountId: string; readonly livemode: boolean };

// An account has ten endpoints at most.
const ofTenant = prepared<[accountId: string, livemode: boolean], EndpointSettings>(
  'webhooks.list-receivers',
  `select id, url, livemode, payload, event_types, status from webhooks.endpoints
   where account_id = $1 and livemode = $2 and audience = 'partner' order by created_at, id`,
);

/** To which endpoints of the account and mode events can be sent again. */
export const listReceivers = (ctx: Ctx, { accountId, livemode }: Tenant): Promise<EndpointSettings[]> =>
  ctx.db.many(ofTenant(accountId, livemode));

/** As long as the deliveries that they made. */
const keptDays = 31;

/** Deletes recoveries older than the oldest stored delivery; there are few. */
export async function purgeEventRecoveries(ctx: Ctx): Promise<number> {
  return (await deleteEventRecoveries(ctx.db, addDays(ctx.clock.now(), -keptDays))).length;
}
