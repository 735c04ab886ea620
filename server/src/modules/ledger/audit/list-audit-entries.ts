import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { readCursor, readLimit, toPage, writeCursor, readTime } from '#lib/api/pagination';
import { invalidCursor } from '#platform/errors';
import type { EntryPage, EntryQuery } from './schemas.ts';
import { listEntries, type StoredEntry, type EntryFilter } from './store.ts';
import { describeEntry } from './wording-data.ts';
import { toCsv } from '#lib/csv/csv';

/** Names of staff members by id; bound in app/, because the staff module comes later. */
export type ListNames = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Rows read, and so held in memory, at a time. */
const pageRows = 1000;

/** All matching entries of the trail as CSV, newest first, each with a sentence, read while they are sent. */
export function exportAuditEntries(
  ctx: Ctx,
  query: Omit<EntryQuery, 'limit' | 'cursor'>,
  listNames: ListNames,
): AsyncGenerator<string> {
  requireStaff(ctx.actor);
  return writeEntries(ctx, readFilter(query), listNames);
}

async function* writeEntries(ctx: Ctx, filter: EntryFilter, listNames: ListNames): AsyncGenerator<string> {
  yield toCsv([
    ['seq', 'at', 'who', 'did', 'kind', 'operation', 'subject_id', 'reason', 'staff_id', 'credential_id', 'request_id'],
  ]);
  let before: number | undefined;
  for (;;) {
    const rows = await listEntries(ctx.db, { ...filter, before }, pageRows);
    const names = await listNames(ctx, [...new Set(rows.flatMap(({ staffId }) => staffId ?? []))]);
    if (rows.length > 0) yield toCsv(rows.map((row) => toCells(row, names)));
    if (rows.length < pageRows) return;
    before = rows.at(-1)?.seq;
  }
}

const toCells = (row: StoredEntry, names: ReadonlyMap<string, string>) => [
  row.seq,
  row.at.toISOString(),
  row.staffId === null ? '' : (names.get(row.staffId) ?? row.staffId),
  describeEntry(row),
  row.kind,
  row.operation,
  row.subjectId ?? '',
  row.reason ?? '',
  row.staffId ?? '',
  row.credentialId ?? '',
  row.requestId ?? '',
];

/** Filters by actor, subject, operation, kind and time; the same for the list and the export. */
const readFilter = (query: Omit<EntryQuery, 'limit' | 'cursor'>): EntryFilter => ({
  staffId: query.staff_id,
  subjectId: query.subject_id,
  operation: query.operation,
  kind: query.kind,
  viewsHidden: query.views === 'hidden',
  from: readTime(query.created_from),
  to: readTime(query.created_to),
});

/** Entries of the trail, newest first. */
export async function listAuditEntries(ctx: Ctx, query: EntryQuery): Promise<EntryPage> {
  requireStaff(ctx.actor);
  const limit = readLimit(query.limit);
  const [before] = query.cursor === undefined ? [undefined] : (readCursor(query.cursor, [/^\d{1,15}$/]) ?? refuse());
  const filter = { ...readFilter(query), before: before === undefined ? undefined : Number(before) };
  const rows = await listEntries(ctx.db, filter, limit + 1);
  return toPage(rows, limit, { item: toItem, cursor: ({ seq }) => writeCursor(String(seq)) });
}

function refuse(): never {
  throw invalidCursor();
}

const toItem = (entry: StoredEntry): EntryPage['data'][number] => ({
  seq: entry.seq,
  at: entry.at.toISOString(),
  kind: entry.kind as EntryPage['data'][number]['kind'],
  operation: entry.operation,
  did: describeEntry(entry),
  staff_id: entry.staffId,
  credential_id: entry.credentialId,
  subject_id: entry.subjectId,
  reason: entry.reason,
  request_id: entry.requestId,
});
