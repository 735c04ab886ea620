import type { Ctx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import type { Tenant } from '#modules/partners';
import { toView } from '../events.ts';
import { readIdRange } from '#platform/http';
import type { EnrollmentQuery } from '../schemas.ts';
import { listEnrollmentRows } from '../store.ts';

/** The roster, newest first, including canceled enrollments: institutions need both to compare. */
export async function listEnrollments(ctx: Ctx, tenant: Tenant, query: EnrollmentQuery) {
  const limit = readLimit(query.limit);
  const rows = await listEnrollmentRows(ctx.db, tenant, {
    status: query.status,
    vin: query.vin?.toUpperCase(),
    externalRef: query.external_ref,
    plan: query.plan,
    ...readIdRange('enr', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, { item: toView, cursor: (row) => writeCursor(row.id) });
}
