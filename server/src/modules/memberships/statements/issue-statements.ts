import type { Ctx, Tx } from '#context';
import { addDays, addHours } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { statementIssued, publishEvent } from '#modules/webhooks';
import { findFirstInstitutionAt, getInstitution, listInstitutionIds } from '#modules/partners';
import { transact } from '#platform/db';
import { membershipMetrics } from '../metrics.ts';
import { toStatement } from './events.ts';
import { boundsOf, dueDays, duePeriods, statementsDueAt } from './rules.ts';
import type { StatementView, Unpriced } from './schemas.ts';
import {
  allocateNumber,
  findStatement,
  findStatementById,
  findStatementSettings,
  finishPeriod,
  insertStatement,
  insertVehicles,
  listOpenPeriods,
  retryPeriod,
  type Statement,
} from './store.ts';

const institutionBatch = 500;

type Issued = {
  readonly issued: number;
  /** Institutions that already had theirs. */
  readonly existing: number;
  /** Institutions without a statement, because one of their plans has no price. */
  readonly unpriced: readonly Unpriced[];
};

/**
 * A statement for every institution with enrollments in the month; a second run issues the missing ones. With
 * `knownBy`, only for institutions with at least one such enrollment by then; it bills the later ones too.
 */
export async function issueStatements(ctx: Ctx, period: string, knownBy?: Date): Promise<Issued> {
  let [issued, existing] = [0, 0];
  const unpriced: Unpriced[] = [];
  for (let after = ''; ;) {
    const ids = await listInstitutionIds(ctx, after, institutionBatch);
    const last = ids.at(-1);
    if (last === undefined) return { issued, existing, unpriced };
    for (const id of ids) {
      const outcome = await issueStatement(ctx, id, { period, knownBy });
      if (outcome === 'issued') issued += 1;
      else if (outcome === 'existing') existing += 1;
      else if (outcome !== 'nothing to bill') unpriced.push({ institution_id: id, plan: outcome.unpricedPlan });
    }
    after = last;
  }
}

/** Thrown to roll back the transaction: its number becomes free again, and its list of vehicles is discarded. */
class NotIssued extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('nothing was issued');
    this.outcome = outcome;
  }
}

type Month = { readonly period: string; readonly knownBy: Date | undefined };

type Outcome = 'issued' | 'existing' | 'nothing to bill' | { readonly unpricedPlan: string };

/** One institution's statement for one month, exactly once. */
async function issueStatement(ctx: Ctx, institutionId: string, month: Month): Promise<Outcome> {
  try {
    return await transact(ctx, async (tx) => issue(tx, institutionId, month));
  } catch (error) {
    if (error instanceof NotIssued) return error.outcome;
    throw error;
  }
}

async function issue(tx: Tx, institutionId: string, { period, knownBy }: Month): Promise<Outcome> {
  const [existing, settings, { plans, bill_to: billTo }] = await Promise.all([
    findStatement(tx.db, institutionId, period),
    findStatementSettings(tx.db),
    getInstitution(tx, institutionId),
  ]);
  if (existing !== undefined) return 'existing';
  const now = tx.clock.now();
  const id = newId('stm', now);
  // One statement lists and counts: the bill and its list of vehicles cannot differ.
  const quantities = await insertVehicles(tx.db, { institutionId, id }, { ...boundsOf(period), knownBy });
  if (quantities.length === 0) return 'nothing to bill';
  if (!quantities.some(({ known }) => known)) throw new NotIssued('nothing to bill');
  const prices = new Map(plans.map(({ code, unit_price_cents: price }) => [code, price]));
  const lines: StatementView['lines'] = [];
  for (const { plan, quantity } of quantities) {
    const price = prices.get(plan);
    // A removed plan no longer has a price. Billing zero for it would go unnoticed.
    if (price === undefined) throw new NotIssued({ unpricedPlan: plan });
    lines.push({ plan, quantity, unit_price_cents: price, amount_cents: quantity * price });
  }
  const number = await allocateNumber(tx.db, period);
  const statement: Statement = {
    institutionId,
    id,
    period,
    number: `MS-${period.replace('-', '')}-${String(number).padStart(4, '0')}`,
    status: 'issued',
    enrollmentCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    amountCents: lines.reduce((sum, line) => sum + line.amount_cents, 0),
    lines,
    issuedAt: now,
    dueAt: addDays(now, dueDays),
    issuer: settings?.issuer ?? null,
    billTo,
    remitTo: settings?.remit_to ?? null,
  };
  if ((await insertStatement(tx.db, statement)) === undefined) throw new NotIssued('existing');
  publishIssued(tx, statement);
  return 'issued';
}

function publishIssued(tx: Tx, statement: Statement): void {
  const full = toStatement(statement);
  const { id, object, number, period, status, issued_at } = full;
  publishEvent(tx, {
    audience: 'partner',
    type: statementIssued,
    accountId: statement.institutionId,
    subjectId: statement.id,
    livemode: true,
    thin: { statement: { id, object, number, period, status, issued_at } },
    full: { statement: full },
  });
}

/** A plan gets its price by hand, so retrying more often would only fill the log. */
const retryHours = 1;

/** Issues the statements that are due by the calendar; any number of workers may run it concurrently and repeatedly. */
export async function issueDueStatements(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  let all = 0;
  for (const { period, retryAt } of await listDuePeriods(ctx, now)) {
    if (retryAt !== null && retryAt > now) continue;
    // An institution without enrollments by then has no statement for the period, even if it enrolls retroactively.
    const { issued, unpriced } = await issueStatements(ctx, period, statementsDueAt(period));
    all += issued;
    ctx.log.info({ period, issued }, 'memberships.statements-issued');
    ctx.metrics.of(membershipMetrics).unpriced.inc(unpriced.length);
    for (const { institution_id: institution, plan } of unpriced)
      ctx.log.error({ period, institution, plan }, 'memberships.statement-unpriced');
    if (unpriced.length === 0) await finishPeriod(ctx.db, period, now);
    else await retryPeriod(ctx.db, period, addHours(now, retryHours));
  }
  return all;
}

/**
 * Months that are due and not complete, oldest first; computed from the calendar and the database, so missed runs are
 * made up.
 */
export async function listDuePeriods(ctx: Ctx, now: Date) {
  const first = await findFirstInstitutionAt(ctx);
  return first === undefined ? [] : listOpenPeriods(ctx.db, duePeriods(first, now));
}

type StatementMessage = { readonly subjectId: string; readonly subjectVersion: string | undefined };

/** Whether an emailed statement is still valid; its version names the institution. */
export async function isStatementOpen(ctx: Ctx, { subjectId, subjectVersion }: StatementMessage): Promise<boolean> {
  const statement = await findStatementById(ctx.db, subjectVersion ?? '', subjectId);
  return statement !== undefined && statement.status !== 'void';
}
