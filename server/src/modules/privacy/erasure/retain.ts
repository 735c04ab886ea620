import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { eraseReasons, eraseOldReplies } from '#modules/ledger';
import { transact } from '#platform/db';
import { eraseCases } from './erase-customer.ts';
import { privacyMetrics } from '../metrics.ts';
import { deleteRegistrations, listEnded } from './store.ts';
import { retentionDays, casesPerTurn, registrationDays, sourcePrefixes, type SourcePrefix } from '../rules.ts';
import { listHeldIds } from '../legal-holds/legal-holds.ts';
import { listCases, listRelatedIds } from '../store.ts';

type Retained = {
  readonly cases: number;
  readonly registrations: number;
  readonly reasons: number;
  readonly replies: number;
};

/** Rows per batch, for data outside cases. */
const rowsPerTurn = 500;

/**
 * Applies the retention periods, batch by batch until nothing is due: blanks old cases, deletes registrations, erases
 * texts.
 */
export async function retain(ctx: Ctx): Promise<Retained> {
  const now = ctx.clock.now();
  const before = addDays(now, -retentionDays);
  const { erased, rows } = ctx.metrics.of(privacyMetrics);
  let cases = 0;
  for (const prefix of sourcePrefixes) cases += await blankOld(ctx, prefix, before);
  const registrations = await repeat(() => deleteRegistrations(ctx.db, addDays(now, -registrationDays), rowsPerTurn));
  const except = await listHeldIds(ctx);
  const reasons = await repeat(() => transact(ctx, (tx) => eraseReasons(tx, { before, except })));
  const replies = await repeat(() => eraseOldReplies(ctx, { days: retentionDays, limit: rowsPerTurn }));
  erased.inc({ why: 'age' }, cases);
  rows.inc({ kind: 'case' }, cases);
  rows.inc({ kind: 'registration' }, registrations);
  rows.inc({ kind: 'reason' }, reasons);
  rows.inc({ kind: 'reply' }, replies);
  return { cases, registrations, reasons, replies };
}

async function blankOld(ctx: Ctx, prefix: SourcePrefix, before: Date): Promise<number> {
  let [count, after] = [0, ''];
  for (;;) {
    const sourceIds = await listEnded(ctx.db, { prefix, after, before, limit: casesPerTurn });
    const last = sourceIds.at(-1);
    if (last === undefined) return count;
    const cases = (await listCases(ctx.db, sourceIds)).map(({ id }) => id);
    const related = await listRelatedIds(ctx.db, { sourceIds, caseIds: cases, hashes: [] });
    const ids = [...sourceIds, ...cases, ...related];
    await eraseCases(ctx, { sourceIds, person: { ids, hashes: [], contacts: [] }, why: 'age', by: 'privacy.retain' });
    count += sourceIds.length;
    after = last;
  }
}

async function repeat(turn: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let done = 1; done > 0; total += done) done = await turn();
  return total;
}
