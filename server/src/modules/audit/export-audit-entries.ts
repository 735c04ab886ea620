import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { toCsv } from '#lib/csv/csv';
import { readFilter } from './query-rules.ts';
import type { EntryQuery } from './schemas.ts';
import { listEntries } from './store.ts';
import { describeEntry } from './wording-data.ts';

/** Names of staff members by id; bound in app/, since the team is in a later module. */
export type ListNames = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What a spreadsheet shows without trouble; older entries are exported by their dates. */
const rowsMax = 10_000;

/** Entries of the trail as CSV, newest first, each with a sentence. */
export async function exportAuditEntries(
  ctx: Ctx,
  query: Omit<EntryQuery, 'limit' | 'cursor'>,
  listNames: ListNames,
): Promise<string> {
  requireStaff(ctx.actor);
  const rows = await listEntries(ctx.db, readFilter(query), rowsMax);
  const names = await listNames(ctx, [...new Set(rows.flatMap(({ staffId }) => staffId ?? []))]);
  return toCsv([
    ['seq', 'at', 'who', 'did', 'kind', 'operation', 'subject_id', 'reason', 'staff_id', 'credential_id', 'request_id'],
    ...rows.map((row) => [
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
    ]),
  ]);
}
