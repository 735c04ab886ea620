import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { nameReason } from '#modules/ledger';
import { hasOpenMoney } from '#modules/checkout';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { countRows } from '#platform/personal-data';
import { moneyMoves, nobodyFound, underLegalHold } from '../errors.ts';
import { findDataSubject, resolveScope } from '../privacy.ts';
import type { ErasureJob, ErasureReason, Preview, Scope, CustomerData } from '../schemas.ts';
import { listHeld, findErasedAt, listHoldsOf } from '../store.ts';
import { allPersonalData } from '../tables-data.ts';
import { findLatestJob, insertJob, type ErasureJobRow } from './store.ts';
import { listStaffNames } from '#modules/staff';

/** The actions available for the personal data of a case, what blocks them, and the result of the last erasure. */
export async function getCustomerData(ctx: Ctx, consultationId: string): Promise<CustomerData> {
  requireRole(ctx.actor, 'lead');
  const { found, sourceIds, scopes } = await resolveScope(ctx, { consultationId, scope: 'case' });
  const [held, job, erasedAt] = await Promise.all([
    listHeld(ctx.db, sourceIds),
    findLatestJob(ctx.db, consultationId),
    findErasedAt(ctx.db, sourceIds),
  ]);
  const holds = held.length === 0 ? [] : await listHoldsOf(ctx.db, held);
  const ids = [...holds.map((hold) => hold.placed_by), ...(job === undefined ? [] : [job.askedBy])];
  const names = await listStaffNames(ctx, [...new Set(ids)]);
  return {
    object: 'privacy.customer_data',
    consultation_id: consultationId,
    number: found.number,
    scopes: [...scopes],
    legal_holds: holds.map((hold) => ({
      ...hold,
      placed_by: names.get(hold.placed_by) ?? hold.placed_by,
      placed_at: hold.placed_at.toISOString(),
    })),
    erasure: job === undefined ? null : { ...toErasureJob(job), asked_by: names.get(job.askedBy) ?? job.askedBy },
    erased_at: erasedAt?.toISOString() ?? null,
  };
}

type AskErasure = {
  readonly consultationId: string;
  readonly scope: Scope;
  readonly reason: ErasureReason;
  readonly confirm: string;
};

/**
 * Queues the erasure of the case, or of everything of its customer. A repeated request while it waits is the same job.
 * A reason that blocks it is reported immediately, and checked again during execution.
 */
export async function askErasure(ctx: Ctx, asked: AskErasure): Promise<ErasureJob> {
  const { consultationId, scope, reason, confirm } = asked;
  const { staffId: askedBy } = requireRole(ctx.actor, 'lead');
  const { found, name } = await resolveScope(ctx, { consultationId, scope });
  if (confirm.trim().toUpperCase() !== found.number)
    throw validationFailed([{ path: 'confirm', message: 'must be the number of the case' }]);
  const { held, moving } = await previewErasure(ctx, name);
  if (held.length > 0) throw underLegalHold(held);
  if (moving.length > 0) throw moneyMoves(moving);
  nameReason(ctx.actor, reason);
  const now = ctx.clock.now();
  return transact(ctx, async (tx) => {
    await insertJob(tx.db, { id: newId('erj', now), consultationId, scope, reason, askedBy, askedAt: now });
    const row = await findLatestJob(tx.db, consultationId);
    if (row === undefined) throw new Error('an erasure that was asked for is not there');
    return toErasureJob(row);
  });
}

/** What an erasure would affect: the cases, how many rows of each table, and what blocks it. */
export async function previewErasure(ctx: Ctx, name: string) {
  const found = await findDataSubject(ctx, name);
  const counts = await countRows(ctx, allPersonalData, found);
  if (Object.keys(counts).length === 0) throw nobodyFound();
  const open = found.cases.filter(({ closed_at: closedAt }) => closedAt === null);
  const moving: string[] = [];
  for (const { id, number } of open) if (await hasOpenMoney(ctx, id)) moving.push(number);
  return {
    cases: found.cases.map(({ number, source_id: sourceId, closed_at: closedAt }) => ({
      number,
      source_id: sourceId,
      open: closedAt === null,
    })),
    sources: found.sourceIds,
    counts,
    held: await listHeld(ctx.db, found.sourceIds),
    /** Numbers of cases whose card hold is open, or is being charged or released. */
    moving,
  };
}

type PreviewScope = { readonly consultationId: string; readonly scope: Scope };

/** What an erasure requested on a case page would affect; nothing is erased. */
export async function previewScope(ctx: Ctx, { consultationId, scope }: PreviewScope): Promise<Preview> {
  requireRole(ctx.actor, 'lead');
  const { name } = await resolveScope(ctx, { consultationId, scope });
  const { cases, counts, held, moving } = await previewErasure(ctx, name);
  return {
    object: 'privacy.erasure_preview',
    scope,
    cases: cases.map(({ number, open }) => ({ number, open })),
    rows: Object.values(counts).reduce((sum, rows) => sum + rows, 0),
    stops: [
      ...(held.length > 0 ? (['legal_hold'] as const) : []),
      ...(moving.length > 0 ? (['money_open'] as const) : []),
    ],
  };
}

const toErasureJob = (row: ErasureJobRow): ErasureJob => ({
  id: row.id,
  scope: row.scope,
  reason: row.reason,
  asked_by: row.askedBy,
  asked_at: row.askedAt.toISOString(),
  state: stateOf(row),
  problem: row.problem,
  finished_at: row.finishedAt?.toISOString() ?? null,
  rows: row.rows,
});

function stateOf({ finishedAt, problem, running }: ErasureJobRow): ErasureJob['state'] {
  if (finishedAt === null) return running ? 'running' : 'waiting';
  return problem === null ? 'done' : 'stopped';
}
