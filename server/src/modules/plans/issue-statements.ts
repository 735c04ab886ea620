import type { Ctx, Tx } from '#context';
import { getInstitution, listInstitutionIds } from '#modules/partners';
import { announce } from '#modules/webhooks';
import { addDays } from '#lib/dates';
import { newId } from '#lib/ids';
import { readLimit, toPage, wholePage, writeCursor } from '#lib/pages';
import { transact } from '#platform/db';
import { idRange } from './list-enrollments.ts';
import { toStatement } from './loss-events.ts';
import type { StatementQuery } from './loss-schemas.ts';
import { boundsOf, dueDays } from './rules.ts';
import {
  countInForce,
  findStatement,
  insertStatement,
  listStatementRows,
  takeNumber,
  type Statement,
} from './statement-store.ts';
import type { Owner } from './store.ts';

const institutionBatch = 500;

/** A statement for every institution that had somebody enrolled in the month; run again it issues what is missing. */
export async function issueStatements(ctx: Ctx, period: string): Promise<number> {
  let issued = 0;
  for (let after = ''; ;) {
    const ids = await listInstitutionIds(ctx, after, institutionBatch);
    const last = ids.at(-1);
    if (last === undefined) return issued;
    for (const id of ids) if (await issueStatement(ctx, id, period)) issued += 1;
    after = last;
  }
}

/** Thrown away with its transaction, so that the number it took is free again. */
class AlreadyIssued extends Error {}

/** One institution's statement for one month, once whatever happens; undefined when there is nothing to issue. */
export async function issueStatement(ctx: Ctx, institutionId: string, period: string): Promise<Statement | undefined> {
  try {
    return await transact(ctx, async (tx) => issue(tx, institutionId, period));
  } catch (error) {
    if (error instanceof AlreadyIssued) return undefined;
    throw error;
  }
}

async function issue(tx: Tx, institutionId: string, period: string): Promise<Statement | undefined> {
  const [existing, quantities, { plans }] = await Promise.all([
    findStatement(tx.db, institutionId, period),
    countInForce(tx.db, institutionId, boundsOf(period)),
    getInstitution(tx, institutionId),
  ]);
  if (existing !== undefined || quantities.length === 0) return undefined;
  const prices = new Map(plans.map(({ code, unit_price_cents: price }) => [code, price]));
  const lines = quantities.map(({ plan, quantity }) => {
    const price = prices.get(plan) ?? 0;
    return { plan, quantity, unit_price_cents: price, amount_cents: quantity * price };
  });
  const number = await takeNumber(tx.db, period);
  const now = tx.clock.now();
  const statement: Statement = {
    institutionId,
    id: newId('stm', now),
    period,
    number: `MS-${period.replace('-', '')}-${String(number?.last_number ?? 0).padStart(4, '0')}`,
    status: 'issued',
    enrollmentCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    amountCents: lines.reduce((sum, line) => sum + line.amount_cents, 0),
    lines,
    issuedAt: now,
    dueAt: addDays(now, dueDays),
  };
  if ((await insertStatement(tx.db, statement)) === undefined) throw new AlreadyIssued();
  tell(tx, statement);
  return statement;
}

function tell(tx: Tx, statement: Statement): void {
  const full = toStatement(statement);
  const { id, object, number, period, status, issued_at } = full;
  announce(tx, {
    audience: 'partner',
    type: 'plan.statement.issued',
    accountId: statement.institutionId,
    subjectId: statement.id,
    livemode: true,
    thin: { statement: { id, object, number, period, status, issued_at } },
    full: { statement: full },
  });
}

/** Statements are of live rosters; in the sandbox there are none. */
export async function listStatements(ctx: Ctx, { institutionId, livemode }: Owner, query: StatementQuery) {
  if (!livemode) return wholePage([]);
  const limit = readLimit(query.limit);
  const { belowId } = idRange('stm', query);
  const filter = { period: query.period, status: query.status, belowId, limit: limit + 1 };
  const rows = await listStatementRows(ctx.db, institutionId, filter);
  return toPage(rows, limit, { item: toStatement, cursor: (row) => writeCursor(row.id) });
}
