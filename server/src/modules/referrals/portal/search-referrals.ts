import type { Ctx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import type { Tenant } from '#modules/partners';
import { readIdRange } from '#platform/http';
import { listReferralRows } from '../list-store.ts';
import { toListed, toSearchKeys } from './list-rules.ts';
import type { SearchPage, SearchQuery } from './list-schemas.ts';
import { candidatesMax, listCandidates } from './search-store.ts';

type Search = { readonly query: SearchQuery; readonly masked: boolean };

/** Referrals of which the text is the VIN, its end, the claim number, the reference or the id; newest first. */
export async function searchReferrals(ctx: Ctx, tenant: Tenant, { query, masked }: Search): Promise<SearchPage> {
  const now = ctx.clock.now();
  const limit = readLimit(query.limit);
  const range = readIdRange('ref', query);
  const found = await listCandidates(ctx.db, tenant, toSearchKeys(query.q, { masked }));
  const rows = await listReferralRows(ctx.db, tenant, {
    status: query.status,
    now,
    externalRef: undefined,
    vin: undefined,
    ...range,
    ids: [...new Set(found.map(({ id }) => id))],
    limit: limit + 1,
  });
  const page = toPage(rows, limit, {
    item: (row) => toListed(row, { now, masked }),
    cursor: (row) => writeCursor(row.id),
  });
  const ways = Map.groupBy(found, ({ way }) => way);
  return { ...page, complete: [...ways.values()].every((ids) => ids.length < candidatesMax) };
}
