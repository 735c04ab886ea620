import type { Ctx } from '#context';
import { FileProblem } from '#lib/tables/file-problem';
import { addSeconds } from '#lib/time/dates';
import { AppError, type Issue } from '#platform/errors';
import { isUnavailable, lockKey, type BulkSession } from '#platform/db';
import { BlockInterrupted } from '../errors.ts';
import { findFile, noteFile, type RosterFile } from '../store.ts';
import { listWaiting } from './work-store.ts';
import { executePlan } from './execute-plan.ts';
import { executeUndo } from './execute-undo.ts';
import { makePlan } from './make-plan.ts';

/** Files that one turn looks at; each is worked off to its end. */
const filesPerTurn = 4;
/** A file that cannot be read this often will not be read the next time. What changes the roster is never given up. */
const readsMax = 3;
const retryS = 10;

/**
 * Reads, applies and undoes what users asked for. A file is held by a lock of the connection that works on it: when its process dies
 * the lock is gone at once, and the next turn of any worker goes on. Returns how many files it worked on.
 */
export async function workRosterFiles(ctx: Ctx): Promise<number> {
  const waiting = await listWaiting(ctx.db, ctx.clock.now(), filesPerTurn);
  let worked = 0;
  for (const file of waiting) if (await work(ctx, file)) worked += 1;
  return worked;
}

async function work(ctx: Ctx, { institutionId, livemode, id }: Pick<RosterFile, 'institutionId' | 'livemode' | 'id'>) {
  const own: Ctx = { ...ctx, db: ctx.db.seeing({ account: institutionId }) };
  return own.db.inBulk(async (session) => {
    const [held] = await session.run<{ held: boolean }>({
      text: 'select pg_try_advisory_lock($1::bigint) as held',
      values: [lockKey(`roster_files/${id}`)],
    });
    if (held?.held !== true) return false;
    // As it is now: another worker may have ended it between the list and the lock.
    const file = await findFile(own.db, { institutionId, livemode }, id);
    if (file === undefined) return false;
    await attempt(own, session, file);
    return true;
  });
}

async function attempt(ctx: Ctx, session: BulkSession, file: RosterFile): Promise<void> {
  try {
    if (file.status === 'reading') await makePlan(ctx, session, file);
    if (file.status === 'applying') await executePlan(ctx, session, file);
    if (file.status === 'undoing') await executeUndo(ctx, session, file);
  } catch (error) {
    // The next turn goes on with what is left of it, if anything is.
    if (error instanceof BlockInterrupted) return;
    // Without a database there is nothing to note; the file waits as it is.
    if (isUnavailable(error)) throw error;
    const now = ctx.clock.now();
    const problem = problemOf(error);
    if (file.status === 'reading' && (problem !== undefined || file.attempts + 1 >= readsMax)) {
      const reading = { ...file, from: 'reading' } as const;
      await noteFile(ctx.db, reading, { status: 'failed', problem: problem ?? 'not_readable', updated_at: now });
      return;
    }
    await noteFile(ctx.db, file, { attempts: file.attempts + 1, retry_at: addSeconds(now, retryS) });
    throw error;
  }
}

/** What the file itself is to blame for; trying again gives the same. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof FileProblem) return error.code;
  if (!(error instanceof AppError) || error.status !== 400) return undefined;
  const issues = (error.details.issues ?? []) as readonly Issue[];
  const rows = issues.find(({ path }) => path === 'roster')?.message ?? '';
  return rows.includes('at most') ? 'too_many_rows' : rows.includes('at least') ? 'no_rows' : 'not_readable';
}
