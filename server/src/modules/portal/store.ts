// What happened in an institution's sandbox, from the tables of the modules above; it only selects. Each statement has the
// institution and the mode first, and looks at a bounded number of rows.
import { rehearsalEventType, testTypesSql } from '#modules/webhooks';
import { prepared, type Db } from '#platform/db';
import type { Evidence } from './rules.ts';

const signed = prepared<[institutionId: string, since: Date], Evidence>(
  'portal.find-signed-call',
  // Its activation is a signed call that was accepted.
  `select id, coalesce(activated_at, created_at) as at from access.signed_credentials
   where institution_id = $1 and livemode = false and activated_at is not null
     and (activated_at >= $2 or last_used_at >= $2)
   order by activated_at limit 1`,
);

export const findSignedCall = (db: Db, institutionId: string, since: Date) => db.find(signed(institutionId, since));

/** Of each endpoint so many of its newest deliveries are looked at; an account has few endpoints. */
const deliveriesSearched = 10_000;

const acknowledged = (name: string, types: string) =>
  prepared<[institutionId: string, since: Date], Evidence>(
    name,
    `select f.id, f.finished_at as at
     from webhooks.endpoints e cross join lateral (
       select d.id, d.state, d.event_type, d.finished_at from webhooks.finished_deliveries d
       where d.endpoint_id = e.id and d.created_at >= $2
       order by d.created_at desc limit ${deliveriesSearched}) f
     where e.account_id = $1 and e.livemode = false and f.state = 'succeeded' and f.event_type ${types}
     order by f.finished_at limit 1`,
  );

const event = acknowledged('portal.find-delivered-event', `not in (${testTypesSql})`);
const rehearsal = acknowledged('portal.find-acknowledged-rehearsal', `= '${rehearsalEventType}'`);

/** An event of the contract that a receiver acknowledged. */
export const findDeliveredEvent = (db: Db, institutionId: string, since: Date) => db.find(event(institutionId, since));

/** A rehearsal that a receiver acknowledged. */
export const findRehearsal = (db: Db, institutionId: string, since: Date) => db.find(rehearsal(institutionId, since));

const rotated = prepared<[institutionId: string, since: Date], Evidence>(
  'portal.find-rotated-secret',
  `select id, coalesce(rotated_at, updated_at) as at from webhooks.endpoints
   where account_id = $1 and livemode = false and rotated_at >= $2 order by rotated_at limit 1`,
);

export const findRotatedSecret = (db: Db, institutionId: string, since: Date) => db.find(rotated(institutionId, since));

const endpoints = prepared<[institutionId: string], { id: string; url: string }>(
  'portal.list-sandbox-endpoints',
  `select id, url from webhooks.endpoints
   where account_id = $1 and livemode = false and status = 'enabled' order by id limit 50`,
);

export const listSandboxEndpoints = (db: Db, institutionId: string) => db.many(endpoints(institutionId));

const endpoint = prepared<[institutionId: string, id: string], { id: string }>(
  'portal.find-sandbox-endpoint',
  'select id from webhooks.endpoints where account_id = $1 and livemode = false and id = $2',
);

export const findSandboxEndpoint = (db: Db, institutionId: string, id: string) => db.find(endpoint(institutionId, id));
