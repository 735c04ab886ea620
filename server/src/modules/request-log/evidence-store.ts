import { prepared, type Db } from '#platform/db';

type Call = { readonly id: string; readonly at: Date };

/** Calls that are looked at for a replay, the newest. */
const callsSearched = 20_000;

const replay = prepared<[institutionId: string, since: Date], Call>(
  'request-log.find-replay',
  `select id, at from (
     select id, at, replayed, status from request_log.requests
     where institution_id = $1 and livemode = false and at >= $2 order by at desc, id desc limit ${callsSearched}) as calls
   where replayed and status < 300 order by at limit 1`,
);

export const findReplay = (db: Db, institutionId: string, since: Date) => db.find(replay(institutionId, since));

/** Conflicts that are looked at, the newest; and calls after each of them. */
const conflictsSearched = 50;
const callsAfter = 1000;

const handled = prepared<[institutionId: string, since: Date], Call>(
  'request-log.find-handled-conflict',
  `select s.id, s.at from (
     select id, at, method, route, credential_id, object_ids from request_log.requests
     where institution_id = $1 and livemode = false and at >= $2 and status = 409
     order by at desc, id desc limit ${conflictsSearched}) as c
   cross join lateral (
     select n.id, n.at from (
       select id, at, method, route, credential_id, object_ids, status from request_log.requests
       where institution_id = $1 and livemode = false and at >= c.at and id <> c.id order by at limit ${callsAfter}) as n
     where n.status < 300 and (n.object_ids && c.object_ids or cardinality(c.object_ids) = 0
       and n.method = c.method and n.route = c.route and n.credential_id = c.credential_id)
     order by n.at limit 1) as s
   order by s.at limit 1`,
);

export const findHandled = (db: Db, institutionId: string, since: Date) => db.find(handled(institutionId, since));
