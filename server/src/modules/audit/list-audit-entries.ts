import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { readCursor, readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { invalidCursor } from '#platform/errors';
import type { EntryPage, EntryQuery } from './schemas.ts';
import { readFilter } from './query-rules.ts';
import { listEntries, type StoredEntry } from './store.ts';
import { describeEntry } from './wording-data.ts';

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
