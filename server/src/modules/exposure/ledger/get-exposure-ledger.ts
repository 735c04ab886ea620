import type { Ctx } from '#context';
import { ledgerTooLong } from '../errors.ts';
import { computeMonths, computeTotals } from '../ledger-rules.ts';
import { listLedgerRows } from './ledger.ts';
import type { ExposureLedger, LedgerSpan } from '../schemas.ts';

/** Far more settlements than an institution has in two years; about ten megabytes of JSON. */
const rowsMax = 10_000;

/**
 * Every referral of an institution that was settled in a period, with its exposure before and after. Chart, CSV and PDF
 * are made of these rows and of nothing else. Undefined is every institution, which only the team may ask for.
 */
export async function getExposureLedger(
  ctx: Ctx,
  institutionId: string | undefined,
  span: LedgerSpan,
): Promise<ExposureLedger> {
  const rows = await listLedgerRows(ctx, institutionId, { ...span, limit: rowsMax });
  if (rows === undefined) throw ledgerTooLong(rowsMax);
  return {
    object: 'gap.exposure_ledger',
    livemode: span.livemode,
    institution_id: institutionId ?? null,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    currency: 'USD',
    totals: computeTotals(rows),
    by_month: computeMonths(rows),
    rows,
  };
}
