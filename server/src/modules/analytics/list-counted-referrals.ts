import type { Ctx } from '#context';
import { readCursor, readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { findExposures } from '#modules/exposure';
import { tenantOf } from '#modules/partners';
import { listMilestoneReferrals } from '#modules/referrals';
import { invalidCursor, validationFailed } from '#platform/errors';
import type { CountedPage, CountedQuery } from './portal-schemas.ts';
import { monthsOf, readSpan } from './rules.ts';

const cursorParts = [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^ref_\w{24}$/];

/** The referrals that a figure counts, so that every number can be opened. */
export async function listCountedReferrals(ctx: Ctx, query: CountedQuery): Promise<CountedPage> {
  const limit = readLimit(query.limit);
  const span = readSpan(query, ctx.clock.now());
  if (!('from' in span)) throw validationFailed(span);
  const month = query.month === undefined ? span : monthsOf(span).find(({ name }) => name === query.month);
  if (month === undefined) throw validationFailed([{ path: 'month', message: 'must be a month of the period' }]);
  const tenant = tenantOf(ctx);
  const rows = await listMilestoneReferrals(ctx, tenant, {
    milestone: query.milestone,
    from: month.from,
    to: month.to,
    after: readAfter(query.cursor),
    limit: limit + 1,
  });
  const exposures = query.milestone === 'settled' ? await findExposures(ctx, tenant, spanOf(rows)) : undefined;
  return toPage(rows, limit, {
    item: (row) => ({
      id: row.id,
      at: row.at.toISOString(),
      external_ref: row.externalRef,
      status: row.status,
      vin: row.vin,
      settlement_cents: row.settlementCents,
      improvement_cents: row.improvementCents,
      fee_cents: row.feeCents,
      days_to_settlement: daysBetween(row.activatedAt, row.settledAt),
      exposure: exposures?.get(row.id) ?? null,
    }),
    cursor: ({ at, id }) => writeCursor(at.toISOString(), id),
  });
}

/** From the first of the rows, which are in the order of their time, to just after the last. */
const spanOf = (rows: readonly { readonly at: Date }[]) => ({
  from: rows[0]?.at ?? new Date(0),
  to: new Date((rows.at(-1)?.at.getTime() ?? 0) + 1),
});

/** With a tenth of a day, as the medians have it. */
const daysBetween = (from: Date | null, to: Date | null): number | null =>
  from === null || to === null ? null : Math.round((to.getTime() - from.getTime()) / 8_640_000) / 10;

function readAfter(cursor: string | undefined): { at: Date; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [at, id] = readCursor(cursor, cursorParts) ?? [];
  if (at === undefined || id === undefined) throw invalidCursor();
  return { at: new Date(at), id };
}
