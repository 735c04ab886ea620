import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { listLedgerRows } from './ledger.ts';

type Span = { readonly from: Date; readonly to: Date };
type Exposure = { readonly before_cents: number; readonly after_cents: number };

/** As many as the sums add up. */
const rowsMax = 50_000;

/** Exposure before and after of what was settled in a short time, by referral; only of those that a sum counts. */
export async function findExposures(
  ctx: Ctx,
  { institutionId, livemode }: Tenant,
  span: Span,
): Promise<ReadonlyMap<string, Exposure>> {
  const rows = (await listLedgerRows(ctx, institutionId, { livemode, ...span, limit: rowsMax })) ?? [];
  return new Map(
    rows.flatMap(({ referral_id: id, before_cents: before, after_cents: after }) =>
      before === null || after === null ? [] : [[id, { before_cents: before, after_cents: after }] as const],
    ),
  );
}
