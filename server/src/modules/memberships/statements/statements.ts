import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { readLimit, toPage, wholePage, writeCursor } from '#lib/api/pagination';
import { toCsv } from '#lib/csv/csv';
import { centsToText } from '#lib/numbers/money';
import { getInstitution, type Tenant } from '#modules/partners';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { readIdRange } from '#platform/http';
import { invalidState, statementNotFound } from '../errors.ts';
import { toStatement } from './events.ts';
import { listDuePeriods } from './issue-statements.ts';
import type { StatementChange, StatementSettings } from './paper-schemas.ts';
import { statementsDueAt } from './rules.ts';
import type { StatementQuery, StatementView } from './schemas.ts';
import {
  findStatementById,
  findStatementSettings,
  insertStatementChange,
  listChangeRows,
  listStatementRows,
  listVehicleRows,
  lockStatement,
  updateStatementStatus,
  upsertStatementSettings,
} from './store.ts';

/** The source of a statement's CSV and PDF. */
export type PrintableStatement = {
  readonly institution: string;
  readonly statement: StatementView;
  /** As they were when it was issued, or current if they were not set then. */
  readonly parties: { readonly issuer: string | null; readonly billTo: string | null; readonly remitTo: string | null };
};

/** A statement and the institution it is for. */
export async function getStatement(ctx: Ctx, institutionId: string, id: string): Promise<PrintableStatement> {
  const [{ name, bill_to: billTo }, row, settings] = await Promise.all([
    getInstitution(ctx, institutionId),
    findStatementById(ctx.db, institutionId, id),
    findStatementSettings(ctx.db),
  ]);
  if (row === undefined) throw statementNotFound();
  return {
    institution: name,
    statement: toStatement(row),
    parties: {
      issuer: row.issuer ?? settings?.issuer ?? null,
      billTo: row.billTo ?? billTo,
      remitTo: row.remitTo ?? settings?.remit_to ?? null,
    },
  };
}

/** Statements are for live rosters; the sandbox has none. */
export async function listStatements(ctx: Ctx, { institutionId, livemode }: Tenant, query: StatementQuery) {
  const limit = readLimit(query.limit);
  const { belowId } = readIdRange('stm', query);
  if (!livemode) return wholePage([]);
  const filter = { period: query.period, status: query.status, belowId, limit: limit + 1 };
  const rows = await listStatementRows(ctx.db, institutionId, filter);
  return toPage(rows, limit, { item: toStatement, cursor: (row) => writeCursor(row.id) });
}

/** Changes to a statement since it was issued, newest first. */
export async function listStatementChanges(ctx: Ctx, institutionId: string, id: string) {
  if ((await findStatementById(ctx.db, institutionId, id)) === undefined) throw statementNotFound();
  const rows = await listChangeRows(ctx.db, institutionId, id);
  return wholePage(rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })));
}

/** The vehicles that a statement bills, as they were when it was issued. */
export async function getStatementVehicles(ctx: Ctx, institutionId: string, id: string) {
  const { statement } = await getStatement(ctx, institutionId, id);
  const billed = await listVehicleRows(ctx.db, institutionId, id);
  return { number: statement.number, csv: writeVehicleCsv(statement, billed) };
}

type Billed = { readonly plan: string; readonly vins: readonly string[] };

/** One row for each vehicle that a statement bills; as many rows for a plan as its line counts. */
function writeVehicleCsv({ number, period, lines }: StatementView, billed: readonly Billed[]): string {
  const prices = new Map(lines.map(({ plan, unit_price_cents: price }) => [plan, centsToText(price)]));
  return toCsv([
    ['statement', 'period', 'plan', 'vin', 'unit_price', 'currency'],
    ...billed.flatMap(({ plan, vins }) =>
      vins.map((vin) => [number, period, plan, vin, prices.get(plan) ?? '', 'USD']),
    ),
  ]);
}

type StatementId = { readonly institutionId: string; readonly id: string };

/**
 * Marks a statement as paid or void, or reopens one that was marked paid by mistake. A void statement stays void: its
 * number is in the books. A repeat changes nothing.
 */
export async function setStatementStatus(
  ctx: Ctx,
  { institutionId, id }: StatementId,
  { status, note }: StatementChange,
): Promise<StatementView> {
  const { staffId } = requireStaff(ctx.actor);
  if (status !== 'paid' && note === undefined) throw validationFailed([{ path: 'note', message: 'must say why' }]);
  await transact(ctx, async (tx) => {
    const before = await lockStatement(tx.db, institutionId, id);
    if (before === undefined) throw statementNotFound();
    if (before.status === status) return;
    const possible = before.status === 'issued' || (before.status === 'paid' && status === 'issued');
    if (!possible) throw invalidState(before.status);
    updateStatementStatus(tx.db, { institutionId, id }, status);
    insertStatementChange(
      tx.db,
      { institutionId, id },
      { kind: status === 'issued' ? 'reopened' : status, staff_id: staffId, at: tx.clock.now(), note: note ?? null },
    );
  });
  return (await getStatement(ctx, institutionId, id)).statement;
}

/** Since when the oldest missing statements have been due. */
export async function findStatementsOverdueSince(ctx: Ctx): Promise<Date | undefined> {
  const [oldest] = await listDuePeriods(ctx, ctx.clock.now());
  return oldest && statementsDueAt(oldest.period);
}

/** The statement issuer and payment details; null until an administrator sets them. */
export async function getStatementSettings(ctx: Ctx): Promise<StatementSettings> {
  requireStaff(ctx.actor);
  const row = await findStatementSettings(ctx.db);
  return {
    issuer: row?.issuer ?? null,
    remit_to: row?.remit_to ?? null,
    updated_at: row?.updated_at.toISOString() ?? null,
  };
}

type NewSettings = { readonly issuer: string; readonly remit_to: string };

/** Applies to statements issued from now on, and to earlier ones that had none. */
export async function setStatementSettings(ctx: Ctx, { issuer, remit_to }: NewSettings): Promise<StatementSettings> {
  requireStaff(ctx.actor);
  await transact(ctx, async (tx) =>
    upsertStatementSettings(tx.db, { issuer: issuer.trim(), remitTo: remit_to.trim(), now: tx.clock.now() }),
  );
  return getStatementSettings(ctx);
}
