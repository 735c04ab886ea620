import { pageOf } from '#lib/api/pagination';
import { closed, nullable, shownText } from '#lib/api/shapes';
import { Type, type Static } from 'typebox';

const time = Type.String({ format: 'date-time' });

const reviewStatuses = ['in_review', 'completed'] as const;

const outcomes = ['offer_supported', 'offer_low', 'inconclusive'] as const;

export type ReviewStatus = (typeof reviewStatuses)[number];

export type ReviewOutcome = (typeof outcomes)[number];

const reviewStatus = Type.Unsafe<ReviewStatus>(Type.Enum([...reviewStatuses], { type: 'string' }));

const outcome = Type.Unsafe<ReviewOutcome>(Type.Enum([...outcomes], { type: 'string' }));

export const reviewSchema = Type.Object(
  { status: reviewStatus, outcome: Type.Optional(outcome), summary: Type.Optional(shownText(1, 4000)) },
  closed,
);

export type ReviewChange = Static<typeof reviewSchema>;

export const reviewRecordSchema = Type.Object(
  {
    object: Type.Literal('gap.review_record'),
    id: Type.String(),
    referral_id: Type.String(),
    status: reviewStatus,
    outcome: nullable(outcome),
    summary: nullable(Type.String()),
    opened_at: time,
    completed_at: nullable(time),
    updated_at: time,
  },
  closed,
);

export type ReviewRecord = Static<typeof reviewRecordSchema>;

const vin = Type.String({ pattern: '^[A-HJ-NPR-Za-hj-npr-z0-9]{17}$' });

/** Exactly one search term. */
export const lookupSchema = Type.Object(
  {
    vin: Type.Optional(vin),
    claim_number: Type.Optional(shownText(1, 60)),
    reference: Type.Optional(shownText(1, 120)),
  },
  { ...closed, examples: [{ vin: '1SYNTHETK00000101' }] },
);

export type Lookup = Static<typeof lookupSchema>;

export const reviewStatusPageSchema = pageOf(
  Type.Object(
    {
      object: Type.Literal('gap.review_status'),
      referral_id: Type.String(),
      external_ref: nullable(Type.String()),
      status: Type.Enum(['not_started', ...reviewStatuses], { type: 'string' }),
      updated_at: time,
      completed_at: nullable(time),
    },
    closed,
  ),
);

export type ReviewStatusPage = Static<typeof reviewStatusPageSchema>;
