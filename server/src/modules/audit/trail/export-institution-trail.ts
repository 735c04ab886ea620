import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import type { ListUserNames } from './list-institution-trail.ts';
import { readTrailFilter, toTrailEntry, usersOf } from './rules.ts';
import type { TrailExportQuery, TrailFile } from './schemas.ts';
import { listTrailRows } from './store.ts';

/** What a spreadsheet shows without trouble; older entries are asked for by their dates. */
const rowsMax = 10_000;

/** The entries of one file, newest first, and whether older ones were left out. */
export async function exportInstitutionTrail(
  ctx: Ctx,
  query: TrailExportQuery,
  listNames: ListUserNames,
): Promise<TrailFile> {
  const { institutionId } = requirePortal(ctx.actor);
  const rows = await listTrailRows(ctx.db, institutionId, { filter: readTrailFilter(query), limit: rowsMax + 1 });
  const shown = rows.slice(0, rowsMax);
  const names = await listNames(ctx, usersOf(shown));
  return {
    object: 'trail',
    data: shown.map((row) => toTrailEntry(row, names)),
    truncated: rows.length > rowsMax,
  };
}
