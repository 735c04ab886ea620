import type { Ctx } from '#context';
import { findExposureTotals, requireReader, type LedgerSpan } from '#modules/exposure';
import { listActivationCohorts } from '#modules/referrals';
import type { LenderAnalytics } from './lender-schemas.ts';
import { cohortRateOf, wholeMonths } from './rules.ts';

/**
 * GAP exposure of the settlements of a period, and activation by cohort: of the invitations of each month that the period
 * touches, the whole month. Undefined is every institution, which only the team may ask for.
 */
export async function getLenderAnalytics(
  ctx: Ctx,
  institutionId: string | undefined,
  span: LedgerSpan,
): Promise<LenderAnalytics> {
  requireReader(ctx.actor, { institutionId, livemode: span.livemode });
  const [exposure, cohorts] = await Promise.all([
    findExposureTotals(ctx, institutionId, span),
    listActivationCohorts(ctx, institutionId, { livemode: span.livemode, ...wholeMonths(span) }),
  ]);
  return {
    object: 'analytics.lenders',
    livemode: span.livemode,
    institution_id: institutionId ?? null,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    currency: 'USD',
    exposure: exposure ?? null,
    activation: cohorts.map((cohort) => ({ ...cohort, activation_rate: cohortRateOf(cohort) })),
  };
}
