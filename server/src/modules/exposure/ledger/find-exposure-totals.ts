import type { Ctx } from '#context';
import { computeMonths, computeTotals } from '../ledger-rules.ts';
import { listLedgerRows } from './list-ledger-rows.ts';
import type { ExposureLedger, LedgerSpan } from '../schemas.ts';

/** Sums need no room on a page: more settlements than all institutions have in two years. */
const rowsMax = 50_000;

/** The sums of a ledger without its rows, in all and by month; undefined when it is too long to be added up. */
export async function findExposureTotals(
  ctx: Ctx,
  institutionId: string | undefined,
  span: LedgerSpan,
): Promise<Pick<ExposureLedger, 'totals' | 'by_month'> | undefined> {
  const rows = await listLedgerRows(ctx, institutionId, { ...span, limit: rowsMax });
  return rows && { totals: computeTotals(rows), by_month: computeMonths(rows) };
}
