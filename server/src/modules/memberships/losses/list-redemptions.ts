import type { Ctx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import type { Tenant } from '#modules/partners';
import { readIdRange } from '#platform/http';
import { toRedemption } from './events.ts';
import type { RedemptionQuery } from './schemas.ts';
import { listRedemptionRows } from './store.ts';

/** Redemptions: consultations of members, newest first. */
export async function listRedemptions(ctx: Ctx, tenant: Tenant, query: RedemptionQuery) {
  const limit = readLimit(query.limit);
  const rows = await listRedemptionRows(ctx.db, tenant, {
    enrollmentId: query.enrollment_id,
    status: query.status,
    ...readIdRange('rdm', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, { item: toRedemption, cursor: (row) => writeCursor(row.id) });
}
