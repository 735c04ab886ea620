import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { readTrailFilter, toTrailEntry, usersOf } from './rules.ts';
import type { TrailEntry, TrailExportQuery, TrailPage, TrailQuery } from './schemas.ts';
import { listTrailRows, type TrailFilter, listSubjectRows, type SubjectAction } from './store.ts';
import { readCursor, readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { invalidCursor } from '#platform/errors';
import { toCsv } from '#lib/csv/csv';

/** One line for each entry. */
export async function* writeTrailCsv(pages: AsyncIterable<readonly TrailEntry[]>): AsyncGenerator<string> {
  yield toCsv([['at', 'who', 'did', 'kind', 'operation', 'subject_id', 'user_id', 'credential_id', 'request_id']]);
  for await (const entries of pages) if (entries.length > 0) yield toCsv(entries.map(toCells));
}

const toCells = (entry: TrailEntry): string[] => [
  entry.at,
  entry.who.name,
  entry.did,
  entry.kind,
  entry.operation,
  entry.subject_id ?? '',
  entry.who.id ?? '',
  entry.credential_id ?? '',
  entry.request_id ?? '',
];

/** Names of users by id; bound in app/, because the users are in a later module. */
export type ListUserNames = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Actions at the caller's institution, in both modes, newest first. */
export async function listInstitutionTrail(ctx: Ctx, query: TrailQuery, listNames: ListUserNames): Promise<TrailPage> {
  const { institutionId } = requirePortal(ctx.actor);
  const limit = readLimit(query.limit);
  const { limit: _limit, cursor, ...rest } = query;
  const filter = { ...readTrailFilter(rest), before: cursor === undefined ? undefined : readBefore(cursor) };
  const rows = await listTrailRows(ctx.db, institutionId, { filter, limit: limit + 1 });
  const names = await listNames(ctx, usersOf(rows));
  return toPage(rows, limit, {
    item: (row) => toTrailEntry(row, names),
    cursor: ({ seq }) => writeCursor(String(seq)),
  });
}

function readBefore(cursor: string): number {
  const [before] = readCursor(cursor, [/^\d{1,15}$/]) ?? [];
  if (before === undefined) throw invalidCursor();
  return Number(before);
}

/** More actions than people take on one object. */
const most = 500;

/** Actions of an institution's users and staff on one of its objects, oldest first, without refusals. */
export const listSubjectActions = (
  ctx: Ctx,
  institutionId: string,
  subjectId: string,
): Promise<readonly SubjectAction[]> => listSubjectRows(ctx.db, { institutionId, subjectId, limit: most });

/** Rows read, and so held in memory, at a time. */
const pageRows = 1000;

/** All matching entries, newest first, read while they are sent. */
export function exportInstitutionTrail(
  ctx: Ctx,
  query: TrailExportQuery,
  listNames: ListUserNames,
): AsyncGenerator<TrailEntry[]> {
  const { institutionId } = requirePortal(ctx.actor);
  return readPages(ctx, { institutionId, filter: readTrailFilter(query) }, listNames);
}

type Wanted = { readonly institutionId: string; readonly filter: TrailFilter };

async function* readPages(ctx: Ctx, { institutionId, filter }: Wanted, listNames: ListUserNames) {
  let before: number | undefined;
  for (;;) {
    const rows = await listTrailRows(ctx.db, institutionId, { filter: { ...filter, before }, limit: pageRows });
    const names = await listNames(ctx, usersOf(rows));
    yield rows.map((row) => toTrailEntry(row, names));
    if (rows.length < pageRows) return;
    before = Number(rows.at(-1)?.seq);
  }
}
