import type { Ctx } from '#context';
import { getMembershipFigures, type MembershipFigures } from '#modules/memberships';
import { tenantOf } from '#modules/partners';
import { getReferralFigures, type ReferralFigures } from '#modules/referrals';
import { validationFailed } from '#platform/errors';
import { monthsOf, rateOf, readSpan, type Month } from './rules.ts';
import type { Analytics, AnalyticsQuery } from './schemas.ts';

/** What an institution's referrals saved and cost, in the mode of its credential. */
export async function getAnalytics(ctx: Ctx, query: AnalyticsQuery): Promise<Analytics> {
  const tenant = tenantOf(ctx);
  const span = readSpan(query, ctx.clock.now());
  if (!('from' in span)) throw validationFailed(span);
  const months = monthsOf(span);
  const [figures, membership] = await Promise.all([
    getReferralFigures(ctx, tenant, months),
    getMembershipFigures(ctx, tenant, span),
  ]);
  const { settled, counts } = figures;
  const membershipCents = [...membership.months.values()].reduce((sum, cents) => sum + cents, 0);
  return {
    object: 'gap.analytics',
    livemode: tenant.livemode,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    currency: 'USD',
    referrals: { ...counts, activation_rate: rateOf(counts.activated, counts.created) },
    savings: {
      // Settlements whose basis is known: of the others nobody can say what they saved (D-110).
      settled_count: settled.knownCount,
      initial_offer_cents: settled.offerCents,
      settlement_cents: settled.settlementCents,
      increase_cents: settled.increaseCents,
      average_increase_cents: settled.knownCount === 0 ? null : Math.round(settled.increaseCents / settled.knownCount),
    },
    spend: {
      referral_subsidy_cents: settled.subsidyCents,
      membership_cents: membershipCents,
      total_cents: settled.subsidyCents + membershipCents,
    },
    membership: {
      active_enrollments: membership.activeEnrollments,
      enrolled: membership.enrolled,
      canceled: membership.canceled,
      losses_reported: membership.lossesReported,
      redemptions: membership.redemptions,
    },
    by_month: byMonth(figures, membership, months),
  };
}

const byMonth = (
  referrals: ReferralFigures,
  membership: MembershipFigures,
  months: readonly Month[],
): Analytics['by_month'] =>
  months.map(({ name: month }) => {
    const figures = referrals.months.get(month);
    return {
      month,
      created: figures?.created ?? 0,
      activated: figures?.activated ?? 0,
      settled: figures?.settled ?? 0,
      increase_cents: figures?.increaseCents ?? 0,
      spend_cents: (figures?.subsidyCents ?? 0) + (membership.months.get(month) ?? 0),
    };
  });
