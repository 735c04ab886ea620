import type { Ctx } from '#context';
import { addDays, addHours } from '#lib/time/dates';
import { transact } from '#platform/db';
import { cellsGoAt, fileGoesAt } from '../rules.ts';
import { lockFile, noteFile, updateFile, type FileKey } from '../store.ts';
import { emptyRows } from '../row-store.ts';
import { deleteFile, listAbandoned, listFull, listOld } from '../work-store.ts';

/** A file has up to 5,000 rows. */
const filesPerTurn = 20;
const uploadHours = 6;

/** Removes the cells of files after seven days, and everything about a file after thirty; returns how many files. */
export async function purgeReferralFiles(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const some = Math.min(limit, filesPerTurn);
  for (const file of await listAbandoned(ctx.db, addHours(now, -uploadHours), some))
    await noteFile(ctx.db, file, { status: 'failed', problem: 'upload_failed', updated_at: now });
  const full = await listFull(ctx.db, addDays(now, -daysOf(cellsGoAt)), some);
  for (const file of full) await empty(ctx, file);
  const old = await listOld(ctx.db, addDays(now, -daysOf(fileGoesAt)), some);
  for (const file of old) await transact(ctx, async (tx) => deleteFile(tx.db, file));
  return full.length + old.length;
}

const daysOf = (goesAt: (createdAt: Date) => Date): number => goesAt(new Date(0)).getTime() / 86_400_000;

const empty = (ctx: Ctx, key: FileKey): Promise<void> =>
  transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, key, key.id);
    if (file === undefined || file.status === 'applying') return;
    emptyRows(tx.db, key);
    const ended = file.status === 'uploaded' || file.status === 'checked' ? ({ status: 'expired' } as const) : {};
    updateFile(tx.db, key, { ...ended, emptied_at: tx.clock.now(), updated_at: tx.clock.now() });
  });
