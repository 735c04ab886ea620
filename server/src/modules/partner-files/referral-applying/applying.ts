import { requirePortal } from '#actor';
import type { Ctx, Tx } from '#context';
import { toCsv } from '#lib/csv/csv';
import { addSeconds } from '#lib/time/dates';
import { getInstitution, type Tenant } from '#modules/partners';
import { hasPermission } from '#modules/portal';
import { createReferrals, listKnownReferrals, type NewReferral } from '#modules/referrals';
import { isUnavailable, transact } from '#platform/db';
import { AppError } from '#platform/errors';
import { fileIn, otherNumbers, referralFileNotFound } from '../referral-files/errors.ts';
import { toReferralBody, type Mapping } from '../referral-files/field-rules.ts';
import { insertBlock, listRows, lockReadyRows, updateOutcomes, type FileRow } from '../referral-files/row-store.ts';
import {
  blockRows,
  isResumable,
  isSameInvitation,
  leftOutOf,
  toCandidate,
  type Verdict,
} from '../referral-files/rules.ts';
import {
  claimFile,
  findFile,
  listWaiting,
  lockFile,
  noteFile,
  stopApplying,
  updateFile,
  type FileKey,
  type ReferralFile,
} from '../referral-files/store.ts';
import { outcomeOf } from '../referral-files/view-rules.ts';

/** Rows read, and so held in memory, at a time. */

/** Each row's actual or expected outcome, without anything that identifies a person. */
export async function* writeResultCsv(
  { db }: Ctx,
  file: ReferralFile,
  { unmasked }: { readonly unmasked: boolean },
): AsyncGenerator<string> {
  yield toCsv([['row', 'outcome', 'referral_id', 'reason']]);
  for (let after = 0; ;) {
    const rows = await listRows(db, file, { after, limit: pageRows, filter: undefined });
    const end = rows.at(-1);
    if (end === undefined) return;
    yield toCsv(
      rows.map((row) => {
        const { outcome, reason } = outcomeOf(file, row, unmasked);
        return [row.rowNumber, outcome, row.referralId ?? '', reason];
      }),
    );
    after = end.rowNumber;
  }
}

/**
 * Refers a file's next rows in one transaction, which locks the file and has its own key: after an interruption or with
 * two workers, a block is done once. Returns how many rows; undefined if there is nothing to do.
 */
const applyBlock = (ctx: Ctx, key: FileKey): Promise<number | undefined> =>
  transact(ctx, async (tx) => {
    const file = await claimFile(tx.db, key);
    if (file === undefined || file.mapping === null) return undefined;
    const now = tx.clock.now();
    const problem = await findStop(tx, file);
    if (problem !== undefined) {
      updateFile(tx.db, file, { status: 'stopped', problem, finished_at: now, updated_at: now });
      return 0;
    }
    const rows = await lockReadyRows(tx.db, file, blockRows);
    if (rows.length > 0) await referRows(tx, file, { rows, mapping: file.mapping });
    const ended = rows.length < blockRows ? ({ status: 'applied', finished_at: now } as const) : {};
    updateFile(tx.db, file, { ...ended, problem: null, attempts: 0, retry_at: null, updated_at: now });
    return rows.length;
  });

type Block = { readonly rows: readonly FileRow[]; readonly mapping: Mapping };

async function referRows(tx: Tx, file: ReferralFile, { rows, mapping }: Block): Promise<void> {
  insertBlock(tx.db, file, { number: file.blocks, now: tx.clock.now() });
  const drafts = rows.map((row) => ({ row, request: toRequest(row, mapping) }));
  const invited = await listInvited(tx, file, drafts);
  const wanted = drafts.filter(({ row }) => !invited.has(row.rowNumber));
  const requests = wanted.map(({ request }) => request);
  const made = await createReferrals(tx, { tenant: file, submittedVia: 'portal', requests });
  const verdicts = rows.map((row): Verdict => {
    const index = wanted.findIndex((one) => one.row === row);
    const outcome = made[index];
    const { rowNumber, warnings } = row;
    const none = { rowNumber, issues: null, warnings, firstRow: null };
    if (outcome === undefined || outcome instanceof AppError) {
      const id = outcome?.details['referral_id'] ?? invited.get(rowNumber) ?? null;
      return { ...none, outcome: 'overtaken', referralId: id as string | null };
    }
    // Only now may the outcome show who it is: they are referred, and no longer just looked up.
    const all = outcome.statusNote === null ? (warnings ?? []) : [...(warnings ?? []), 'suppressed'];
    return { ...none, outcome: 'referred', warnings: all.length === 0 ? null : all, referralId: outcome.id };
  });
  updateOutcomes(tx.db, file, verdicts);
  const referred = verdicts.filter(({ outcome }) => outcome === 'referred');
  updateFile(tx.db, file, {
    blocks: file.blocks + 1,
    done: file.done + rows.length,
    referred: file.referred + referred.length,
    overtaken: file.overtaken + rows.length - referred.length,
    not_contacted: file.notContacted + referred.filter(({ warnings }) => warnings?.includes('suppressed')).length,
  });
}

/** As the dry run read it: neither its cells nor the mapping changed since. */
const toRequest = ({ cells }: FileRow, mapping: Mapping): NewReferral =>
  toReferralBody(cells ?? [], { mapping, dayFirstRow: undefined }).body as unknown as NewReferral;

type Draft = { readonly row: FileRow; readonly request: NewReferral };

/** Rows whose borrower was invited about this claim since the dry run, with that referral. */
async function listInvited(tx: Tx, file: ReferralFile, drafts: readonly Draft[]): Promise<Map<number, string>> {
  const candidates = drafts.map(({ row, request }) => ({ row, candidate: toCandidate(request) }));
  const vins = candidates.map(({ candidate }) => candidate.vin);
  const known = Map.groupBy(await listKnownReferrals(tx, file, vins), ({ vin }) => vin);
  const invited = new Map<number, string>();
  for (const { row, candidate } of candidates) {
    const same = (known.get(candidate.vin) ?? []).find((one) => isSameInvitation(one, candidate));
    if (same !== undefined) invited.set(row.rowNumber, same.id);
  }
  return invited;
}

type Apply = {
  readonly id: string;
  /** As shown or typed: how many rows are referred, and how many are not. */
  readonly ready: number;
  readonly leaveOut: number;
};

/** Starts referring the rows that the file's dry run found ready. */
export async function applyReferralFile(ctx: Ctx, tenant: Tenant, { id, ready, leaveOut }: Apply): Promise<void> {
  const { userId } = requirePortal(ctx.actor);
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw referralFileNotFound();
    const { counts } = file;
    if (file.status !== 'checked' || counts === null) throw fileIn(file.status);
    if (ready !== counts.ready || leaveOut !== leftOutOf(counts))
      throw otherNumbers({ ready: counts.ready, leave_out: leftOutOf(counts) });
    const now = tx.clock.now();
    const begun = { applied_at: now, applied_by: userId, attempts: 0, retry_at: null, updated_at: now };
    updateFile(tx.db, file, { ...begun, status: 'applying' });
  });
}

/** Why a file must not continue: its user's request counts only as long as they could repeat it. */
async function findStop(
  tx: Tx,
  { institutionId, appliedBy }: ReferralFile,
): Promise<'institution_suspended' | 'user_removed' | undefined> {
  const [{ status }, allowed] = await Promise.all([
    getInstitution(tx, institutionId),
    hasPermission(tx, { userId: appliedBy ?? '', institutionId, permission: 'referrals.write' }),
  ]);
  if (status !== 'active') return 'institution_suspended';
  return allowed ? undefined : 'user_removed';
}

/**
 * Resumes a stopped file: the rows that are still ready, in the blocks after the finished ones, so that no one is
 * referred twice. From now on the user who resumes it is responsible for it.
 */
export async function resumeReferralFile(ctx: Ctx, tenant: Tenant, id: string): Promise<void> {
  const { userId } = requirePortal(ctx.actor);
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw referralFileNotFound();
    if (!isResumable(file)) throw fileIn(file.status === 'stopped' ? 'expired' : file.status);
    const begun = { applied_by: userId, problem: null, finished_at: null, attempts: 0, retry_at: null };
    updateFile(tx.db, file, { ...begun, status: 'applying', updated_at: tx.clock.now() });
  });
}

/** Ends a file between two blocks: a block locks the file until it commits. Invited borrowers stay invited. */
export async function stopReferralFile(ctx: Ctx, tenant: Tenant, id: string): Promise<void> {
  await transact(ctx, async (tx) => {
    const file = await lockFile(tx.db, tenant, id);
    if (file === undefined) throw referralFileNotFound();
    if (file.status !== 'applying') throw fileIn(file.status);
    const now = tx.clock.now();
    updateFile(tx.db, file, { status: 'stopped', problem: null, finished_at: now, updated_at: now });
  });
}

/** Stops files being applied, between two blocks: a block locks its file until it commits. */
export function stopReferralFiles(tx: Tx, tenant: Tenant, problem: 'sandbox_reset'): void {
  stopApplying(tx.db, tenant, { problem, now: tx.clock.now() });
}

/** Files per run, one block each: no file waits behind another. */
const filesPerTurn = 5;
/** Attempts for a block that fails without a known reason; then the file stops and reports it. */
const attemptsMax = 5;
const retryS = 10;

/**
 * Processes files being applied, a block of each in turn, until this many rows are done; returns how many. A file
 * locked by another worker is skipped; if that worker dies, the lock is released immediately.
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
    // Without a database nothing can be recorded; the file waits unchanged.
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

const pageRows = 1000;
/** First, because a row may have more cells than there are columns. */
const added = ['Rejected row', 'Rejected because'];

/** Rejected rows as they are in the file, with the reason, to be corrected and uploaded again. */
export async function* writeRejectedCsv({ db }: Ctx, file: ReferralFile): AsyncGenerator<string> {
  // A file corrected a second time already has these columns.
  const isOwn = (_: unknown, index: number): boolean => !added.includes(file.columns[index] ?? '');
  yield toCsv([[...added, ...file.columns.filter(isOwn)]]);
  for (let after = 0; ;) {
    const rows = await listRows(db, file, { after, limit: pageRows, filter: 'rejected' });
    const end = rows.at(-1);
    if (end === undefined) return;
    const full = rows.flatMap((row) => (row.cells === null ? [] : [{ row, cells: row.cells }]));
    yield toCsv(
      full.map(({ row, cells }) => [row.rowNumber, outcomeOf(file, row, true).reason, ...cells.filter(isOwn)]),
    );
    after = end.rowNumber;
  }
}
