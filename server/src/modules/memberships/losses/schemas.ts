import { createdQuery, filterText, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable, shownText } from '#lib/api/shapes';
import { Type, type Static } from 'typebox';
import { vin } from '../schemas.ts';

const time = Type.String({ format: 'date-time' });

/** A total loss of a member's vehicle (T9), named by its enrollment or by its VIN, not by both. */
export const newLossSchema = Type.Object(
  {
    enrollment_id: Type.Optional(shownText(1, 100)),
    vin: Type.Optional(vin),
    date_of_loss: Type.String({ format: 'timestamp', description: 'a date (YYYY-MM-DD) or a time with a time zone' }),
    loss_state: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    carrier: Type.Optional(shownText(1, 120)),
    claim_number: Type.Optional(shownText(1, 60)),
    initial_offer_cents: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    external_ref: Type.Optional(shownText(1, 120)),
  },
  { ...closed, examples: [{ vin: '1SYNTHETK00000044', date_of_loss: '2026-11-01', loss_state: 'NY' }] },
);
export type NewLoss = Static<typeof newLossSchema>;

export const lossNoticeSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('gap.loss_notice'),
    status: Type.Literal('received'),
    external_ref: nullable(Type.String()),
    enrollment_id: Type.String(),
    redemption_id: Type.String(),
    consultation_number: Type.String(),
    date_of_loss: time,
    loss_state: nullable(Type.String()),
    carrier: nullable(Type.String()),
    claim_number: nullable(Type.String()),
    initial_offer_cents: nullable(Type.Integer()),
    test: Type.Boolean(),
    created_at: time,
  },
  closed,
);
export type LossNotice = Static<typeof lossNoticeSchema>;

const redemptionStatuses = ['open', 'completed', 'canceled'] as const;
export type RedemptionStatus = (typeof redemptionStatuses)[number];
const redemptionStatus = Type.Unsafe<RedemptionStatus>(Type.Enum([...redemptionStatuses], { type: 'string' }));

export const redemptionSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('gap.redemption'),
    status: redemptionStatus,
    enrollment_id: Type.String(),
    loss_notice_id: Type.String(),
    consultation_number: Type.String(),
    test: Type.Boolean(),
    created_at: time,
    completed_at: nullable(time),
  },
  closed,
);
export type RedemptionView = Static<typeof redemptionSchema>;
export const redemptionPageSchema = pageOf(redemptionSchema);

export const redemptionQuerySchema = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    enrollment_id: Type.Optional(filterText(100)),
    status: Type.Optional(redemptionStatus),
  },
  closed,
);
export type RedemptionQuery = Static<typeof redemptionQuerySchema>;
