import type { Ctx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/pages';
import { idRange } from './list-enrollments.ts';
import { toRedemption } from './loss-events.ts';
import type { RedemptionQuery } from './loss-schemas.ts';
import { listRedemptionRows } from './loss-store.ts';
import type { Owner } from './store.ts';

/** Member consultations drawn against the roster, newest first. */
export async function listRedemptions(ctx: Ctx, owner: Owner, query: RedemptionQuery) {
  const limit = readLimit(query.limit);
  const rows = await listRedemptionRows(ctx.db, owner, {
    enrollmentId: query.enrollment_id,
    status: query.status,
    ...idRange('rdm', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, { item: toRedemption, cursor: (row) => writeCursor(row.id) });
}
