import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

/** The team's review of a referral's offer, as it is stored. */
export const reviewSchema = Type.Object(
  {
    status: Type.Enum(['in_review', 'completed'], { type: 'string' }),
    outcome: nullable(Type.Enum(['offer_supported', 'offer_low', 'inconclusive'], { type: 'string' })),
    summary: nullable(Type.String()),
    updated_at: Type.String(),
  },
  closed,
);
export type Review = Static<typeof reviewSchema>;
