import type { Ctx } from '#context';
import { readCursor, readLimit, readTime, toPage, writeCursor } from '#lib/api/pagination';
import { addDays } from '#lib/time/dates';
import { invalidCursor } from '#platform/errors';
import { callDays, contentDays } from './rules.ts';
import type { RequestPage, RequestQuery } from './schemas.ts';
import { listRequestRows, listUnrecordedRows, type LogKey, type RequestRow } from './store.ts';
import { toRequest } from './to-request.ts';

/** Calls of one institution in one mode, newest first, and how many were not recorded in the time that the page covers. */
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
