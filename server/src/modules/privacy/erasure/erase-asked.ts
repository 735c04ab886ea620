import type { Ctx } from '#context';
import { recordEntry } from '#modules/audit';
import { finishDataRequests } from '#modules/self-service';
import { transact } from '#platform/db';
import { AppError } from '#platform/errors';
import type { ErasedRows } from '#platform/personal-data';
import { resolveScope } from '../resolve-scope.ts';
import { listCases } from '../store.ts';
import { eraseCustomer, type CloseErased } from './erase-customer.ts';
import { claimJob, finishJob, type ErasureJobRow } from './job-store.ts';

/** Tries, a lease apart, of what fails without saying why. */
const attemptsMax = 5;

/** Does what was asked for on the board, one after the other, until nothing waits; returns how many were ended. */
export async function eraseAsked(ctx: Ctx, close: CloseErased): Promise<number> {
  for (let ended = 0; ; ended += 1) {
    const job = await claimJob(ctx.db);
    if (job === undefined) return ended;
    await eraseOne(ctx, job, close);
  }
}

/** May be begun again at any point: erasing twice is erasing once, and only who began it last says how it ended. */
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

/** What somebody must do something about before it can be erased. */
function problemOf(error: unknown): 'legal_hold' | 'money_open' | undefined {
  if (!(error instanceof AppError)) return undefined;
  return error.code === 'legal_hold' || error.code === 'money_open' ? error.code : undefined;
}
