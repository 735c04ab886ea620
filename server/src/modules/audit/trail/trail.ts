import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import type { ListUserNames } from './list-institution-trail.ts';
import { readTrailFilter, toTrailEntry, usersOf } from './rules.ts';
import type { TrailEntry, TrailExportQuery } from './schemas.ts';
import { listTrailRows, type TrailFilter } from './store.ts';

/** Rows that are read, and so in memory, at a time. */
const pageRows = 1000;

/** All entries that match, newest first, read while they are sent. */
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
