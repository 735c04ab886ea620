import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { isUnavailable } from '#platform/db';
import { findFile, noteFile, type FileKey } from '../store.ts';
import { listWaiting } from '../work-store.ts';
import { applyBlock } from './apply-block.ts';

/** Files that one turn looks at, a block of each: nobody's file waits behind another's. */
const filesPerTurn = 5;
/** Tries of one block that fails without saying why; then the file stops, and says so. */
const attemptsMax = 5;
const retryS = 10;

/**
 * Refers files that are being applied, a block of each in turn, until as many rows are done; returns how many. A file that another worker holds is left to it; when
 * that one dies the file is free at once.
 */
export async function workReferralFiles(ctx: Ctx, limit: number): Promise<number> {
  let rows = 0;
  for (let before = -1; before < rows && rows < limit;) {
    before = rows;
    for (const file of await listWaiting(ctx.db, ctx.clock.now(), filesPerTurn)) {
      const own: Ctx = { ...ctx, db: ctx.db.seeing({ account: file.institutionId }) };
      rows += (await attempt(own, file)) ?? 0;
    }
  }
  return rows;
}

async function attempt(ctx: Ctx, key: FileKey): Promise<number | undefined> {
  try {
    return await applyBlock(ctx, key);
  } catch (error) {
    // Without a database there is nothing to note; the file waits as it is.
    if (isUnavailable(error)) throw error;
    const file = await findFile(ctx.db, key, key.id);
    if (file?.status !== 'applying') return undefined;
    const now = ctx.clock.now();
    const attempts = file.attempts + 1;
    const later = { attempts, retry_at: addSeconds(now, retryS), updated_at: now };
    const stopped = { ...later, status: 'stopped', problem: 'not_applied', finished_at: now } as const;
    await noteFile(ctx.db, key, attempts >= attemptsMax ? stopped : later);
    throw error;
  }
}
