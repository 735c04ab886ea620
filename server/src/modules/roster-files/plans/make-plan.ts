import type { Ctx } from '#context';
import { FileProblem } from '#lib/tables/file-problem';
import { planRoster } from '#modules/memberships';
import { createVehicleCheck } from '#modules/vehicles';
import type { BulkSession } from '#platform/db';
import { deletePlanRows, storePreview } from '../plan-store.ts';
import { readStoredRecords } from '../reading/read-stored-records.ts';
import { readRosterRows } from '../reading/read-roster-rows.ts';
import { rowsMaxOf } from '../rules.ts';
import { lockFile, noteFile, updateFile, type RosterFile } from '../store.ts';

const rowsPerDelete = 50_000;
/** Progress is written this often, in rows. */
const progressRows = 20_000;

/** Reads a file into its plan; nothing of the roster changes. Done again after an interruption, it makes the same plan. */
export async function makePlan(ctx: Ctx, session: BulkSession, file: RosterFile): Promise<void> {
  const { kind, encoding, delimiter, mapping, columns } = file;
  if (kind === null || encoding === null || mapping === null) throw new FileProblem('not_mapped');
  while ((await deletePlanRows(ctx.db, file, rowsPerDelete)) === rowsPerDelete);
  const findWarnings = await createVehicleCheck(ctx);
  let notes = '';
  let noted = 0;
  const format = { kind, encoding, delimiter: delimiter ?? undefined };
  const rows = readRosterRows({
    records: readStoredRecords(ctx, { file, format, columns }),
    hasHeader: kind !== 'ndjson',
    mapping,
    check: (place, row) => {
      for (const warning of findWarnings(row.vehicle as Record<string, unknown>)) notes += `${place}\t${warning}\n`;
    },
    progress: async (read) => {
      if (read - noted < progressRows) return;
      noted = read;
      await noteFile(ctx.db, file, { rows_read: read });
    },
  });
  await planRoster(ctx, session, {
    tenant: file,
    rows,
    maxRows: rowsMaxOf(kind),
    takeNotes: () => notes,
    store: async (db, { counts, version, submitted }) => {
      // Ended meanwhile, because somebody in it was erased: then nothing of it is kept.
      if ((await lockFile(db, file, file.id))?.status !== 'reading') return;
      storePreview(db, file, kind === 'ndjson' ? 1 : 2);
      const now = ctx.clock.now();
      const made = { counts, roster_version: version, rows_read: submitted, planned_at: now, updated_at: now };
      updateFile(db, file, { ...made, status: 'planned', problem: null, attempts: 0, applied_through: 0 });
    },
  });
}
