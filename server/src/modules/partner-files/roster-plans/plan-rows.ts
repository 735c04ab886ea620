import type { Ctx } from '#context';
import { addDays, addHours } from '#lib/time/dates';
import type { Tenant } from '#modules/partners';
import { fileIn, rosterFileNotFound } from '../roster-files/errors.ts';
import { removeUpload } from '../roster-uploads/roster-files.ts';
import { deletePlanRows, listRows, type PlanRow } from '../roster-files/plan-store.ts';
import { planGoesAt, rangeOf, uploadGoesAt, type PlanAction } from '../roster-files/rules.ts';
import { findFile, noteFile } from '../roster-files/store.ts';
import { deleteFile, listAgedUploads, listEnded } from './work-store.ts';

type Page = {
  readonly id: string;
  readonly action: PlanAction | undefined;
  readonly warned: boolean;
  readonly after: number;
};

const pageRows = 50;
/** Above every number in a plan. */
const last = 2_000_000_000;

/** A page of a plan's rows; `next` is the number after which it continues. */
export async function listPlanRows(
  { db }: Ctx,
  tenant: Tenant,
  { id, action, warned, after }: Page,
): Promise<{ readonly rows: PlanRow[]; readonly next: number | undefined }> {
  const file = await findFile(db, tenant, id);
  if (file === undefined) throw rosterFileNotFound();
  // While a file is being read, its rows are those of an earlier plan, or none.
  if (file.counts === null || file.status === 'reading' || file.status === 'failed') throw fileIn(file.status);
  const range = action === undefined ? { after: 0, upTo: last } : rangeOf(file.counts, action);
  const from = Math.max(after, range.after);
  const rows = await listRows(db, file, { after: from, upTo: range.upTo, limit: pageRows + 1, warned });
  return { rows: rows.slice(0, pageRows), next: rows.length > pageRows ? rows[pageRows - 1]?.seq : undefined };
}

/** Each file takes several calls to the object store, and a plan may have a million rows. */
const filesPerTurn = 5;
const rowsPerDelete = 50_000;
const uploadHours = 6;

/**
 * Removes stored files that are applied or seven days old, and everything about a file after thirty days; returns how
 * many. An interrupted removal is repeated.
 */
export async function purgeRosterFiles(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const some = Math.min(limit, filesPerTurn);
  const before = addDays(now, -daysOf(uploadGoesAt));
  const aged = await listAgedUploads(ctx.db, { before, abandoned: addHours(now, -uploadHours) }, some);
  for (const file of aged) {
    await removeUpload(ctx, file);
    const ended = { parts: 0, samples: [] };
    await noteFile(ctx.db, file, file.parts > 0 ? ended : { ...ended, status: 'failed', problem: 'upload_failed' });
  }
  const old = await listEnded(ctx.db, addDays(now, -daysOf(planGoesAt)), some);
  for (const file of old) {
    if (file.parts > 0) await removeUpload(ctx, file);
    while ((await deletePlanRows(ctx.db, file, rowsPerDelete)) === rowsPerDelete);
    await deleteFile(ctx.db, file, file.id);
  }
  return aged.length + old.length;
}

const daysOf = (goesAt: (createdAt: Date) => Date): number => goesAt(new Date(0)).getTime() / 86_400_000;
