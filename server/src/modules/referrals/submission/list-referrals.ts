import type { Ctx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import type { Tenant } from '#modules/partners';
import { readIdRange } from '#platform/http';
import { toView } from '../events.ts';
import { asOf } from '../rules.ts';
import type { ReferralQuery } from '../schemas.ts';
import { listReferralRows } from '../list-store.ts';

/** An institution's referrals, newest first, a page at a time. */
export async function listReferrals(ctx: Ctx, tenant: Tenant, query: ReferralQuery) {
  const now = ctx.clock.now();
  const limit = readLimit(query.limit);
  const rows = await listReferralRows(ctx.db, tenant, {
    status: query.status,
    now,
    externalRef: query.external_ref,
    vin: query.vin?.toUpperCase(),
    ...readIdRange('ref', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, { item: (row) => toView(asOf(row, now)), cursor: (row) => writeCursor(row.id) });
}
