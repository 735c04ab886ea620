import { Type, type Static } from 'typebox';
import { pageOf } from '#lib/pages';
import { closed, nullable, shownText } from '#lib/shapes';
import { simulationSteps, type SimulationStep } from './rules.ts';
import { newReferralSchema } from './schemas.ts';

const channels = ['phone', 'email', 'in_person', 'chat', 'letter'];
const time = Type.String({ format: 'date-time' });

export const attestSchema = Type.Object(
  {
    attestor_name: shownText(1, 120),
    channel: Type.Enum(channels, { type: 'string' }),
    attestation: shownText(20, 1000),
    confirmed_at: Type.Optional(Type.String({ format: 'timestamp', description: 'now unless told' })),
  },
  {
    ...closed,
    examples: [
      {
        attestor_name: 'Synthetic Officer',
        channel: 'phone',
        attestation: 'I told the borrower who will call and why, and the borrower wants the call.',
      },
    ],
  },
);
export type Attestation = Static<typeof attestSchema>;

export const simulateSchema = Type.Object(
  { step: Type.Optional(Type.Unsafe<SimulationStep>(Type.Enum([...simulationSteps], { type: 'string' }))) },
  { ...closed, examples: [{}, { step: 'accept' }] },
);

const note = Type.Optional(shownText(1, 500));

export const noteSchema = Type.Object({ note }, closed);
export const settleSchema = Type.Object(
  { settlement_cents: Type.Integer({ minimum: 0, maximum: 100_000_000 }), note },
  closed,
);
export const staffReferralSchema = Type.Object({ livemode: Type.Boolean(), referral: newReferralSchema }, closed);

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

/** One way to look, and one only. */
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
