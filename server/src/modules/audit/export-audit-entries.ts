import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { toCsv } from '#lib/csv/csv';
import { readFilter } from './query-rules.ts';
import type { EntryQuery } from './schemas.ts';
import { listEntries, type EntryFilter, type StoredEntry } from './store.ts';
import { describeEntry } from './wording-data.ts';

/** Names of staff members by id; bound in app/, since the team is in a later module. */
export type ListNames = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Rows that are read, and so in memory, at a time. */
const pageRows = 1000;

/** All entries of the trail that match, as CSV, newest first, each with a sentence, read while they are sent. */
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
