import type { Ctx } from '#context';
import { tenantOf } from '#modules/partners';
import { listSettlementDays } from '#modules/referrals';
import { validationFailed } from '#platform/errors';
import { getAnalytics } from './get-analytics.ts';
import { getLenderAnalytics } from './get-lender-analytics.ts';
import type { PortalAnalytics } from './portal-schemas.ts';
import { monthsOf, readSpan } from './rules.ts';
import type { AnalyticsQuery } from './schemas.ts';

/** An institution's figures of a period: those of the partner interface, its exposure, and how long settlements took. */
export async function getPortalAnalytics(ctx: Ctx, query: AnalyticsQuery): Promise<PortalAnalytics> {
  const tenant = tenantOf(ctx);
  const span = readSpan(query, ctx.clock.now());
  if (!('from' in span)) throw validationFailed(span);
  const [figures, lenders, days] = await Promise.all([
    getAnalytics(ctx, query),
    getLenderAnalytics(ctx, tenant.institutionId, { livemode: tenant.livemode, ...span }),
    listSettlementDays(ctx, tenant, monthsOf(span)),
  ]);
  const settlementDays = days.map(({ month, settled, medianDays }) => ({
    month,
    settled,
    median_days: medianDays === null ? null : Math.round(medianDays * 10) / 10,
  }));
  return { figures, lenders, settlement_days: settlementDays };
}
