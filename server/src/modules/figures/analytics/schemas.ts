import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

const count = Type.Integer();
const cents = Type.Integer();

export const analyticsQuerySchema = Type.Object(
  {
    from: Type.Optional(Type.String({ format: 'date' })),
    to: Type.Optional(Type.String({ format: 'date' })),
  },
  closed,
);
export type AnalyticsQuery = Static<typeof analyticsQuerySchema>;

/** T7. */
export const analyticsSchema = Type.Object(
  {
    object: Type.Literal('gap.analytics'),
    livemode: Type.Boolean(),
    from: Type.String(),
    to: Type.String(),
    currency: Type.Literal('USD'),
    referrals: Type.Object(
      {
        created: count,
        activated: count,
        settled: count,
        closed: count,
        declined: count,
        expired: count,
        canceled: count,
        activation_rate: nullable(Type.Number()),
      },
      closed,
    ),
    savings: Type.Object(
      {
        settled_count: count,
        initial_offer_cents: cents,
        settlement_cents: cents,
        increase_cents: cents,
        average_increase_cents: nullable(cents),
      },
      closed,
    ),
    spend: Type.Object({ referral_subsidy_cents: cents, membership_cents: cents, total_cents: cents }, closed),
    membership: Type.Object(
      {
        active_enrollments: count,
        enrolled: count,
        canceled: count,
        losses_reported: count,
        redemptions: count,
      },
      closed,
    ),
    by_month: Type.Array(
      Type.Object(
        {
          month: Type.String(),
          created: count,
          activated: count,
          settled: count,
          increase_cents: cents,
          spend_cents: cents,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type Analytics = Static<typeof analyticsSchema>;
