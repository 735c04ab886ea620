import type { Ctx } from '#context';
import { FileProblem } from '#lib/tables/file-problem';
import { addSeconds } from '#lib/time/dates';
import {
  applyPlanned,
  enrollmentIdsAt,
  getRosterVersion,
  lockRoster,
  planRoster,
  plannedTable,
} from '#modules/memberships';
import { createVehicleCheck } from '#modules/vehicles';
import { isUnavailable, lockKey, type BulkSession } from '#platform/db';
import { AppError, type Issue } from '#platform/errors';
import { BlockInterrupted } from '../roster-files/errors.ts';
import { deletePlanRows, markOvertaken, storePreview, undoBlock } from '../roster-files/plan-store.ts';
import { readRosterRows, readStoredRecords } from '../roster-reading/reading.ts';
import { changesOf, rowsMaxOf } from '../roster-files/rules.ts';
import { findFile, lockFile, noteFile, updateFile, type RosterFile } from '../roster-files/store.ts';
import { executePlan, requireBlock } from './apply-roster-file.ts';
import { listWaiting } from './work-store.ts';

/** The same as for applying. */
const blockRows = 10_000;

/** Executes a plan in reverse, block by block, starting only on the roster that the plan left. */
async function executeUndo(ctx: Ctx, session: BulkSession, file: RosterFile): Promise<void> {
  const { counts, appliedAt, undoAskedAt } = file;
  if (counts === null || appliedAt === null || undoAskedAt === null) throw new Error('what is undone was applied');
  await lockRoster(session, file);
  if (file.undoneThrough === 0 && (await getRosterVersion(ctx, file)) !== file.versionAfter) {
    const status = file.appliedThrough < changesOf(counts) ? 'stopped' : 'applied';
    await noteFile(ctx.db, file, { status, problem: 'undo_void', updated_at: ctx.clock.now() });
    return;
  }
  await session.run({ text: plannedTable, values: [] });
  // For a stopped file, unapplied changes are not undone.
  const total = Math.min(changesOf(counts), file.appliedThrough);
  const idHead = enrollmentIdsAt(appliedAt);
  let { undoOvertaken } = file;
  for (let after = file.undoneThrough; after < total;) {
    const upTo = Math.min(after + blockRows, total);
    await session.run({ text: 'truncate planned', values: [] });
    await session.run(undoBlock({ file, after, upTo, idHead, now: undoAskedAt }));
    await applyPlanned(ctx, session, {
      tenant: file,
      now: undoAskedAt,
      finish: async (tx, seqs) => {
        await requireBlock(tx, file);
        undoOvertaken += seqs.length;
        markOvertaken(tx.db, file, { by: 'undo', seqs });
        const done = { undone_through: upTo, undo_overtaken: undoOvertaken, attempts: 0 };
        updateFile(tx.db, file, { ...done, updated_at: tx.clock.now() });
      },
    });
    after = upTo;
  }
  const now = ctx.clock.now();
  await noteFile(ctx.db, file, { status: 'undone', undo_finished_at: now, updated_at: now });
}

const rowsPerDelete = 50_000;
/** Progress is written this often, in rows. */
const progressRows = 20_000;

/** Reads a file into its plan; the roster does not change. Repeated after an interruption, it makes the same plan. */
async function makePlan(ctx: Ctx, session: BulkSession, file: RosterFile): Promise<void> {
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
      // Ended meanwhile, because a person in it was erased: then none of it is kept.
      if ((await lockFile(db, file, file.id))?.status !== 'reading') return;
      storePreview(db, file, kind === 'ndjson' ? 1 : 2);
      const now = ctx.clock.now();
      const made = { counts, roster_version: version, rows_read: submitted, planned_at: now, updated_at: now };
      updateFile(db, file, { ...made, status: 'planned', problem: null, attempts: 0, applied_through: 0 });
    },
  });
}

/** Files per run; each is processed to its end. */
const filesPerTurn = 4;
/** A file that cannot be read this often will not be readable later. Changes to the roster are never given up. */
const readsMax = 3;
const retryS = 10;

/**
 * Reads, applies and undoes files as users requested. The worker's connection locks the file: if its process dies, the
 * lock is released immediately, and the next run of any worker continues. Returns how many files it processed.
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
    // Its current state: another worker may have ended it between the list and the lock.
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
    // The next run continues with the rest, if there is any.
    if (error instanceof BlockInterrupted) return;
    // Without a database nothing can be recorded; the file waits unchanged.
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

/** Problems of the file itself; another attempt would have the same result. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof FileProblem) return error.code;
  if (!(error instanceof AppError) || error.status !== 400) return undefined;
  const issues = (error.details.issues ?? []) as readonly Issue[];
  const rows = issues.find(({ path }) => path === 'roster')?.message ?? '';
  return rows.includes('at most') ? 'too_many_rows' : rows.includes('at least') ? 'no_rows' : 'not_readable';
}
