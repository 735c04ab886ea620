import type { Ctx } from '#context';
import { readCursor, readLimit, readTime, toPage, writeCursor } from '#lib/api/pagination';
import { addDays } from '#lib/time/dates';
import { prepared, type Db } from '#platform/db';
import { invalidCursor, notFound } from '#platform/errors';
import { callDays, contentAad, contentDays, type CallContent, type StoredBody } from './rules.ts';
import type { LoggedRequest, RequestContent, RequestDetail, RequestPage, RequestQuery } from './schemas.ts';
import { findRequestRow, listRequestRows, listUnrecordedRows, type LogKey, type RequestRow } from './store.ts';

/**
 * A test call that succeeded after a 409: about the same object or, if the 409 named none, for the same operation by the same
 * credential.
 */
export const findHandledConflict = (ctx: Ctx, institutionId: string, since: Date) =>
  findHandled(ctx.db, institutionId, since);

/** A test call that repeated an Idempotency-Key and got the first call's response again. */
export const findReplayedCall = (ctx: Ctx, institutionId: string, since: Date) =>
  findReplay(ctx.db, institutionId, since);

/** One call; in test mode with headers and bodies. Not found for another institution or in the other mode. */
export async function getRequest(ctx: Ctx, key: LogKey & { readonly id: string }): Promise<RequestDetail> {
  const now = ctx.clock.now();
  const row = await findRequestRow(ctx.db, key, {
    since: addDays(now, -callDays),
    contentSince: addDays(now, -contentDays),
  });
  if (row === undefined) throw requestNotFound();
  const { encrypted_content: encrypted } = row;
  if (encrypted === null) return { ...toRequest(row), content: null };
  return {
    ...toRequest(row),
    content: toShown(JSON.parse(ctx.vault.decrypt(encrypted, contentAad(row.id))) as CallContent),
  };
}

const toShown = ({ target, headers, requestBody, responseBody }: CallContent): RequestContent => ({
  target,
  headers: headers.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: headers[index + 1] ?? '' }] : [])),
  request_body: toBody(requestBody),
  response_body: toBody(responseBody),
});

/** Drops a character that was cut off at the end. */
function readText(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

function toBody(stored: StoredBody | null): RequestContent['request_body'] {
  if (stored === null) return null;
  const bytes = Buffer.from(stored.bytes, 'base64');
  return {
    text: readText(bytes),
    base64: stored.bytes,
    bytes: stored.length,
    truncated: stored.length > bytes.length,
  };
}

/** Calls of one institution in one mode, newest first, and how many calls of the page's period were not recorded. */
export async function listRequests(ctx: Ctx, key: LogKey, query: RequestQuery): Promise<RequestPage> {
  const now = ctx.clock.now();
  const limit = readLimit(query.limit);
  const after = query.cursor === undefined ? undefined : readPosition(query.cursor);
  const since = addDays(now, -callDays);
  const rows = await listRequestRows(ctx.db, key, {
    since,
    contentSince: addDays(now, -contentDays),
    from: readTime(query.created_from),
    to: readTime(query.created_to),
    statusFrom: query.status === undefined ? undefined : Number(query.status[0]) * 100,
    code: query.code,
    method: query.method,
    route: query.route,
    credentialId: query.credential_id,
    objectId: query.object_id,
    id: query.request_id,
    after,
    limit,
  });
  const page = toPage(rows, limit, { item: toRequest, cursor: writePosition });
  const last = rows[limit - 1]?.at;
  const from = page.has_more && last !== undefined ? last : (readTime(query.created_from) ?? since);
  const unrecorded = await listUnrecordedRows(ctx.db, key, {
    from: startOfMinute(from),
    to: after?.at ?? readTime(query.created_to) ?? now,
  });
  return { ...page, unrecorded: unrecorded.map((row) => ({ ...row, minute: row.minute.toISOString() })) };
}

const startOfMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / 60_000) * 60_000);

const writePosition = ({ at, id }: RequestRow): string => writeCursor(at.toISOString(), id);

function readPosition(cursor: string): { at: Date; id: string } {
  const [at, id] = readCursor(cursor, [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, /^req_[0-9A-Za-z]{24}$/]) ?? [];
  const time = new Date(at ?? '');
  if (id === undefined || Number.isNaN(time.getTime())) throw invalidCursor();
  return { at: time, id };
}

const toRequest = (row: RequestRow): LoggedRequest => ({
  id: row.id,
  object: 'request',
  at: row.at.toISOString(),
  method: row.method,
  route: row.route,
  path: row.path,
  query_names: [...row.query_names],
  status: row.status,
  code: row.code,
  issue_paths: [...row.issue_paths],
  credential_id: row.credential_id,
  duration_ms: row.duration_ms,
  client_address: row.client_address,
  replayed: row.replayed,
  object_ids: [...row.object_ids],
  has_content: row.has_content,
});

type Call = { readonly id: string; readonly at: Date };

/** How many of the newest calls the search for a replay reads. */
const callsSearched = 20_000;

const replay = prepared<[institutionId: string, since: Date], Call>(
  'request-log.find-replay',
  `select id, at from (
     select id, at, replayed, status from request_log.requests
     where institution_id = $1 and livemode = false and at >= $2 order by at desc, id desc limit ${callsSearched}) as calls
   where replayed and status < 300 order by at limit 1`,
);

const findReplay = (db: Db, institutionId: string, since: Date) => db.find(replay(institutionId, since));

/** How many of the newest conflicts the search reads, and how many calls after each of them. */
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

const findHandled = (db: Db, institutionId: string, since: Date) => db.find(handled(institutionId, since));

const requestNotFound = () => notFound('There is no request with this id in the log.');
