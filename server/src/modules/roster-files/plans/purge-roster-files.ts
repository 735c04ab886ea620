import type { Ctx } from '#context';
import { addDays, addHours } from '#lib/time/dates';
import { removeUpload } from '../files/remove-upload.ts';
import { deletePlanRows } from '../plan-store.ts';
import { planGoesAt, uploadGoesAt } from '../rules.ts';
import { noteFile } from '../store.ts';
import { deleteFile, listAgedUploads, listEnded } from './work-store.ts';

/** Each file is some calls to the object store, and a plan may have a million rows. */
const filesPerTurn = 5;
const rowsPerDelete = 50_000;
const uploadHours = 6;

/**
 * Removes stored files that are applied or seven days old, and everything about a file after thirty days; returns how many. What was
 * interrupted is repeated.
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
