import type { Ctx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import type { Tenant } from '#modules/partners';
import { readIdRange } from '#platform/http';
import type { ReferralQuery } from '../schemas.ts';
import { listReferralRows } from '../list-store.ts';
import { toListed } from './list-rules.ts';

type List = { readonly query: ReferralQuery; readonly masked: boolean };

/** An institution's referrals as its users see them, newest first, a page at a time. */
export async function listPortalReferrals(ctx: Ctx, tenant: Tenant, { query, masked }: List) {
  const now = ctx.clock.now();
  const limit = readLimit(query.limit);
  const rows = await listReferralRows(ctx.db, tenant, {
    status: query.status,
    now,
    externalRef: undefined,
    vin: undefined,
    ...readIdRange('ref', query),
    limit: limit + 1,
  });
  return toPage(rows, limit, {
    item: (row) => toListed(row, { now, masked }),
    cursor: (row) => writeCursor(row.id),
  });
}
