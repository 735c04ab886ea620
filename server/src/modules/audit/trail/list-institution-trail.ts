import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { readCursor, readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { invalidCursor } from '#platform/errors';
import { readTrailFilter, toTrailEntry, usersOf } from './rules.ts';
import type { TrailPage, TrailQuery } from './schemas.ts';
import { listTrailRows } from './store.ts';

/** Names of users by id; bound in app/, since the users are in a later module. */
export type ListUserNames = (ctx: Ctx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** What was done at the caller's institution, in both modes, newest first. */
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
