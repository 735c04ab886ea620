import type { Ctx, Tx } from '#context';
import { nameSubject, recordEntry, chainEntries } from '#modules/ledger';
import { removeOrphans } from '#modules/documents';
import { eraseUploads } from '#modules/partner-files';
import { finishDataRequests } from '#modules/owner-page';
import { lockNames, transact, type Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { pause } from '#platform/jobs';
import { eraseRows, type DataSubject, type ErasedRows } from '#platform/personal-data';
import { nobodyFound, underLegalHold } from '../errors.ts';
import { privacyMetrics } from '../metrics.ts';
import { findDataSubject, resolveScope, type FoundSubject } from '../privacy.ts';
import { holdsLock } from '../rules.ts';
import { listCases, listHeld, lockCases, recordErasures, type FoundConsultation } from '../store.ts';
import { allPersonalData, fileData } from '../tables-data.ts';
import { claimJob, finishJob, type ErasureJobRow } from './store.ts';

/** Closes an open case and everything that ends with it; bound in app/callbacks.ts. */
export type CloseErased = (
  tx: Tx,
  one: { readonly id: string; readonly source: FoundConsultation['source']; readonly sourceId: string },
) => Promise<boolean>;

type EraseCustomer = { readonly name: string; readonly by: string; readonly close: CloseErased };

type ErasedCustomer = { readonly cases: readonly string[]; readonly counts: ErasedRows };

/** The ledger is chained every second, by whichever process comes first. */
const triesMax = 50;
const waitMs = 100;
/** More than one person's documents. */
const objectsMax = 500;

/**
 * Erases a person, found by a contact, or one case, found by any of its names. Open cases are closed first, waiting
 * messages are withdrawn, files are removed. Do-not-contact entries stay, and so do figures.
 */
export async function eraseCustomer(ctx: Ctx, { name, by, close }: EraseCustomer): Promise<ErasedCustomer> {
  const before = await findDataSubject(ctx, name);
  if (before.ids.length === 0 && before.contacts.length === 0) throw nobodyFound();
  const inFiles = await eraseFromFiles(ctx, before);
  // Until then, a file that is being applied may have created rows about them.
  const found = await findDataSubject(ctx, name);
  const [subject] = found.sourceIds;
  if (subject !== undefined) nameSubject(ctx.actor, subject);
  for (const { id, source, source_id: sourceId, closed_at: closedAt } of found.cases)
    if (closedAt === null) await transact(ctx, (tx) => close(tx, { id, source, sourceId }));
  const counts = { ...(await eraseChained(ctx, found, by)), ...inFiles };
  for (let removed = 1; removed > 0;) removed = await removeOrphans(ctx, objectsMax);
  ctx.metrics.of(privacyMetrics).erased.inc({ why: 'request' }, found.sourceIds.length);
  return { cases: found.sourceIds, counts };
}

/**
 * Ends files that contain them, and removes them from those being applied: from then on no file creates rows about
 * them.
 */
async function eraseFromFiles(ctx: Ctx, person: FoundSubject): Promise<ErasedRows> {
  await requireNoHold(ctx.db, person);
  await eraseUploads(ctx, person);
  return transact(ctx, async (tx) => {
    lockNames(tx.db, [holdsLock]);
    await requireNoHold(tx.db, person);
    return eraseRows(tx, fileData, person);
  });
}

async function requireNoHold(db: Db, { sourceIds }: FoundSubject): Promise<void> {
  const held = await listHeld(db, sourceIds);
  if (held.length > 0) throw underLegalHold(held);
}

/** Unchained ledger entries cannot be erased; they are chained first, here or by a worker that is already chaining. */
async function eraseChained(ctx: Ctx, person: FoundSubject, by: string): Promise<ErasedRows> {
  for (let tries = 1; ; tries += 1) {
    for (let chained = 1; chained > 0;) chained = await chainEntries(ctx, 500);
    try {
      return await eraseCases(ctx, { sourceIds: person.sourceIds, person, why: 'request', by });
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 503 || tries === triesMax) throw error;
      await pause(waitMs);
    }
  }
}

type CasesToErase = {
  readonly sourceIds: readonly string[];
  readonly person: DataSubject;
  readonly why: 'request' | 'age';
  readonly by: string;
};

/** Erases all declared data of these cases in one transaction; a legal hold on any of them refuses it. */
export const eraseCases = (ctx: Ctx, { sourceIds, person, why, by }: CasesToErase): Promise<ErasedRows> =>
  transact(ctx, async (tx) => {
    lockNames(tx.db, [holdsLock]);
    const held = await listHeld(tx.db, sourceIds);
    if (held.length > 0) throw underLegalHold(held);
    lockCases(tx.db, person.ids);
    const counts = await eraseRows(tx, allPersonalData, person);
    recordErasures(tx.db, { sourceIds, why, by, at: tx.clock.now(), counts });
    return counts;
  });

/** Attempts, one lease apart, if an erasure fails without a known reason. */
const attemptsMax = 5;

/** Runs the erasures requested on the board, one after the other, until none waits; returns how many were ended. */
export async function eraseAsked(ctx: Ctx, close: CloseErased): Promise<number> {
  for (let ended = 0; ; ended += 1) {
    const job = await claimJob(ctx.db);
    if (job === undefined) return ended;
    await eraseOne(ctx, job, close);
  }
}

/**
 * May be restarted at any point: erasing twice has the same result, and only the process that started it last records
 * the outcome.
 */
async function eraseOne(ctx: Ctx, job: ErasureJobRow, close: CloseErased): Promise<void> {
  const { consultationId, scope, askedBy: by } = job;
  try {
    const { name } = await resolveScope(ctx, { consultationId, scope });
    const { cases, counts } = await eraseCustomer(ctx, { name, by, close });
    await recordDone(ctx, { job, sourceIds: cases, counts });
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined && job.attempts < attemptsMax) throw error;
    await transact(ctx, (tx) => finishJob(tx.db, { job, at: tx.clock.now(), problem: problem ?? 'failed' }));
  }
}

type Done = {
  readonly job: ErasureJobRow;
  readonly sourceIds: readonly string[];
  readonly counts: ErasedRows;
};

const recordDone = (ctx: Ctx, { job, sourceIds, counts }: Done): Promise<void> =>
  transact(ctx, async (tx) => {
    const cases = await listCases(tx.db, sourceIds);
    if ((await finishJob(tx.db, { job, at: tx.clock.now(), counts })) === undefined) return;
    finishDataRequests(tx, { consultationIds: cases.map(({ id }) => id), by: job.askedBy });
    const entry = { operation: 'privacy.erase-customer', staffId: job.askedBy, subjectId: job.consultationId };
    await recordEntry(tx, { kind: 'action', ...entry });
  });

/** A problem that a person must solve before the erasure can run. */
function problemOf(error: unknown): 'legal_hold' | 'money_open' | undefined {
  if (!(error instanceof AppError)) return undefined;
  return error.code === 'legal_hold' || error.code === 'money_open' ? error.code : undefined;
}
