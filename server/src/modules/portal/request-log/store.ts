import { lockKey, prepared, type Db, type TxDb } from '#platform/db';
import type { UnrecordedReason } from './rules.ts';

/** One institution in one mode: the condition of every query that a reader causes. */
export type LogKey = { readonly institutionId: string; readonly livemode: boolean };

/** A row to be written, as JSON. */
export type NewRequestRow = {
  readonly institution_id: string;
  readonly livemode: boolean;
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly query_names: readonly string[];
  readonly status: number;
  readonly code: string | null;
  readonly issue_paths: readonly string[];
  readonly credential_id: string;
  readonly duration_ms: number;
  readonly client_address: string;
  readonly replayed: boolean;
  readonly object_ids: readonly string[];
};

export type NewContentRow = {
  readonly institutionId: string;
  readonly id: string;
  readonly at: Date;
  readonly encrypted: Buffer;
};

export type UnrecordedRow = LogKey & {
  readonly minute: Date;
  readonly reason: UnrecordedReason;
  readonly calls: number;
};

const columns = `institution_id, livemode, id, at, method, route, path, query_names, status, code, issue_paths, credential_id,
  duration_ms, client_address, replayed, object_ids`;

/** The maximum clock difference between two working processes (0007). */
const clocksApart = '10 seconds';

// Writing a batch again after its response was lost adds nothing. Bodies of calls that began before an erasure at their institution are
// left out, since they may contain erased data.
const insertBatch = prepared<
  [
    requests: string,
    institutions: readonly string[],
    ids: readonly string[],
    times: readonly Date[],
    contents: readonly Buffer[],
  ],
  { id: string }
>(
  'request-log.insert-batch',
  `with written as (
     insert into request_log.requests (${columns})
     select ${columns} from json_to_recordset($1::json) as r (institution_id text, livemode boolean, id text, at timestamptz,
       method text, route text, path text, query_names text[], status smallint, code text, issue_paths text[],
       credential_id text, duration_ms integer, client_address text, replayed boolean, object_ids text[])
     on conflict do nothing returning id),
   said as (select * from unnest($2::text[], $3::text[], $4::timestamptz[], $5::bytea[]) as s (institution_id, id, at, sealed)),
   erased as (
     select coalesce(r.institution_id, e.institution_id) as institution_id, x.erased_at from privacy.erasures x
       left join referrals.referrals r on r.id = x.subject_id left join memberships.enrollments e on e.id = x.subject_id
     where x.erased_at >= (select min(at) from said) - interval '${clocksApart}'),
   contents as (
     insert into request_log.contents (institution_id, id, at, encrypted_content)
     select institution_id, id, at, sealed from said s where not exists (
       select from erased x where x.institution_id = s.institution_id and x.erased_at >= s.at - interval '${clocksApart}')
     on conflict do nothing)
   select id from written`,
);

const contentsLock = lockKey('request-log.contents');
const amongWriters = prepared<[key: string], never>(
  'request-log.await-erasure',
  'select pg_advisory_xact_lock_shared($1::bigint)',
);
const withoutWriters = prepared<[key: string], never>(
  'request-log.begin-erasure',
  'select pg_advisory_xact_lock($1::bigint)',
);

export function insertRequests(
  db: TxDb,
  requests: readonly NewRequestRow[],
  contents: readonly NewContentRow[],
): Promise<{ id: string }[]> {
  // Waits for a running erasure, so that the statement below sees it.
  if (contents.length > 0) db.write(amongWriters(contentsLock));
  return db.many(
    insertBatch(
      JSON.stringify(requests),
      contents.map(({ institutionId }) => institutionId),
      contents.map(({ id }) => id),
      contents.map(({ at }) => at),
      contents.map(({ encrypted }) => encrypted),
    ),
  );
}

// Ordered, since two processes may update the counts of the same minute.
const addCounts = prepared<
  [
    institutions: readonly string[],
    modes: readonly boolean[],
    minutes: readonly Date[],
    reasons: readonly string[],
    calls: readonly number[],
  ],
  never
>(
  'request-log.add-unrecorded',
  `insert into request_log.unrecorded as u (institution_id, livemode, minute, reason, calls)
   select * from unnest($1::text[], $2::boolean[], $3::timestamptz[], $4::text[], $5::integer[]) order by 1, 2, 3, 4
   on conflict (institution_id, livemode, minute, reason) do update set calls = u.calls + excluded.calls`,
);

export function addUnrecorded(db: TxDb, rows: readonly UnrecordedRow[]): void {
  if (rows.length === 0) return;
  db.write(
    addCounts(
      rows.map(({ institutionId }) => institutionId),
      rows.map(({ livemode }) => livemode),
      rows.map(({ minute }) => minute),
      rows.map(({ reason }) => reason),
      rows.map(({ calls }) => calls),
    ),
  );
}

export type RequestRow = Omit<NewRequestRow, 'livemode' | 'institution_id'> & { readonly has_content: boolean };

export type RequestFilter = {
  readonly since: Date;
  /** The oldest time whose contents are still shown. */
  readonly contentSince: Date;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly statusFrom: number | undefined;
  readonly code: string | undefined;
  readonly method: string | undefined;
  readonly route: string | undefined;
  readonly credentialId: string | undefined;
  readonly objectId: string | undefined;
  readonly id: string | undefined;
  /** The last row of the previous page. */
  readonly after: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
};

const shown = `r.id, r.at, r.method, r.route, r.path, r.query_names, r.status, r.code, r.issue_paths, r.credential_id,
  r.duration_ms, r.client_address, r.replayed, r.object_ids`;

// With `exists` the planner might read all contents once instead of only the page's.
const hasContent = (since: string) => `not r.livemode and r.at > ${since} and (select true from request_log.contents c
  where c.institution_id = r.institution_id and c.id = r.id and c.at = r.at limit 1) is not null`;

/**
 * Newest first, one more than requested. Not prepared: the plan depends on the filters, and one plan for all of them would
 * read the whole month.
 */
export function listRequestRows(db: Db, key: LogKey, filter: RequestFilter): Promise<RequestRow[]> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const [institution, mode] = [bind(key.institutionId), bind(key.livemode)];
  const conditions = [`r.institution_id = ${institution}`, `r.livemode = ${mode}`, `r.at > ${bind(filter.since)}`];
  const add = (value: unknown, condition: (name: string) => string) => {
    if (value !== undefined) conditions.push(condition(bind(value)));
  };
  add(filter.from, (name) => `r.at >= ${name}`);
  add(filter.to, (name) => `r.at < ${name}`);
  add(filter.statusFrom, (name) => `r.status between ${name} and ${name}::integer + 99`);
  if ((filter.statusFrom ?? 0) >= 400 || filter.code !== undefined) conditions.push('r.status >= 400');
  add(filter.code, (name) => `r.code = ${name}`);
  add(filter.method, (name) => `r.method = ${name}`);
  add(filter.route, (name) => `r.route = ${name}`);
  add(filter.credentialId, (name) => `r.credential_id = ${name}`);
  add(filter.objectId, (name) => `r.object_ids @> array[${name}::text]`);
  add(filter.id, (name) => `r.id = ${name}`);
  if (filter.after !== undefined)
    conditions.push(`(r.at, r.id) < (${bind(filter.after.at)}, ${bind(filter.after.id)})`);
  return db.many<RequestRow>({
    text: `select ${shown}, ${hasContent(bind(filter.contentSince))} as has_content from request_log.requests r
      where ${conditions.join(' and ')} order by r.at desc, r.id desc limit ${bind(filter.limit + 1)}`,
    values,
  });
}

type FoundRequest = RequestRow & { readonly encrypted_content: Buffer | null };

const byId = prepared<
  [institutionId: string, livemode: boolean, id: string, since: Date, contentSince: Date],
  FoundRequest
>(
  'request-log.find-request',
  `select ${shown}, c.encrypted_content is not null as has_content, c.encrypted_content
   from request_log.requests r
   left join request_log.contents c
     on not r.livemode and c.institution_id = r.institution_id and c.id = r.id and c.at = r.at and c.at > $5
   where r.institution_id = $1 and r.livemode = $2 and r.id = $3 and r.at > $4 limit 1`,
);

export const findRequestRow = (
  db: Db,
  { institutionId, livemode, id }: LogKey & { readonly id: string },
  { since, contentSince }: { readonly since: Date; readonly contentSince: Date },
) => db.find(byId(institutionId, livemode, id, since, contentSince));

const counts = prepared<
  [institutionId: string, livemode: boolean, from: Date, to: Date, limit: number],
  { minute: Date; reason: UnrecordedReason; calls: number }
>(
  'request-log.list-unrecorded',
  `select minute, reason, calls from request_log.unrecorded
   where institution_id = $1 and livemode = $2 and minute >= $3 and minute <= $4 order by minute desc, reason limit $5`,
);

/** How many minutes with missing calls a page lists. */
const minutesMax = 50;

export const listUnrecordedRows = (
  db: Db,
  { institutionId, livemode }: LogKey,
  { from, to }: { from: Date; to: Date },
) => db.many(counts(institutionId, livemode, from, to, minutesMax));

const aboutObjects = prepared<[ids: readonly string[]], { id: string }>(
  'request-log.delete-contents-about',
  `delete from request_log.contents where institution_id in (
     select institution_id from referrals.referrals where id = any($1::text[])
     union select institution_id from memberships.enrollments where id = any($1::text[])) returning id`,
);

/** Calls answered before the transaction ends have their contents written after it, or not at all. */
export async function deleteContentsAbout(db: TxDb, ids: readonly string[]): Promise<number> {
  db.write(withoutWriters(contentsLock));
  return (await db.many(aboutObjects(ids))).length;
}
