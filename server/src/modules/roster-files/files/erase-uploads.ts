import type { Ctx } from '#context';
import { FileProblem } from '#lib/tables/file-problem';
import { transact } from '#platform/db';
import type { DataSubject } from '#platform/personal-data';
import { listStoredUploads, type StoredUpload } from '../erasure-store.ts';
import { deletePlanRows } from '../plan-store.ts';
import { erasedProblem, type FileStatus } from '../rules.ts';
import { lockFile, noteFile, updateFile } from '../store.ts';
import { isInFile } from './is-in-file.ts';
import { removeUpload } from './remove-upload.ts';

/** Where nothing was changed by the file yet. */
const unapplied: readonly FileStatus[] = ['uploaded', 'reading', 'planned', 'void', 'failed'];
/** Where the stored file is of no more use and waits to be removed. */
const ended: readonly FileStatus[] = ['applied', 'stopped', 'undone'];
const rowsPerDelete = 50_000;

/**
 * Removes the stored files in which a person stands, with their first rows. One that was not applied ends, plan and all: without
 * its row it would remove the enrollment of whoever is missing. May be repeated. Returns how many files.
 */
export async function eraseUploads(ctx: Ctx, person: DataSubject): Promise<number> {
  let count = 0;
  for (const file of await listStoredUploads(ctx.db, ctx.clock, person)) {
    const problem = await findProblem(ctx, file, person);
    if (problem === undefined) continue;
    await erase(ctx, file, problem);
    count += 1;
  }
  return count;
}

async function findProblem(ctx: Ctx, file: StoredUpload, { contacts }: DataSubject): Promise<string | undefined> {
  if (file.planned || file.problem === erasedProblem || ended.includes(file.status)) return erasedProblem;
  try {
    return (await isInFile(ctx, { file, contacts, vins: file.vins })) ? erasedProblem : undefined;
  } catch (error) {
    // Nobody can read it, so nobody can say who stands in it; it is of no use either.
    if (error instanceof FileProblem) return error.code;
    throw error;
  }
}

async function erase(ctx: Ctx, file: StoredUpload, problem: string): Promise<void> {
  const isEnded = await transact(ctx, async (tx) => {
    const { status } = (await lockFile(tx.db, file, file.id)) ?? file;
    if (!unapplied.includes(status)) return false;
    updateFile(tx.db, file, { status: 'failed', problem, columns: [], updated_at: tx.clock.now() });
    return true;
  });
  await removeUpload(ctx, file);
  if (isEnded) while ((await deletePlanRows(ctx.db, file, rowsPerDelete)) === rowsPerDelete);
  await noteFile(ctx.db, file, { parts: 0, samples: [] });
}
