import { Type, type Static } from 'typebox';
import { createdQuery, filterText, pageOf, pageQuery } from '#lib/pages';
import { closed, nullable, shownText } from '#lib/shapes';
import { vin } from './schemas.ts';

const time = Type.String({ format: 'date-time' });

/** A member's vehicle was declared a total loss (T9): named by its enrollment or by its VIN, not by both. */
export const newLossSchema = Type.Object(
  {
    enrollment_id: Type.Optional(shownText(1, 100)),
    vin: Type.Optional(vin),
    date_of_loss: Type.String({ format: 'timestamp', description: 'a day (YYYY-MM-DD) or a time with its zone' }),
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

const period = Type.String({ format: 'month' });
const statementStatuses = ['issued', 'paid', 'void'] as const;
export type StatementStatus = (typeof statementStatuses)[number];
const statementStatus = Type.Unsafe<StatementStatus>(Type.Enum([...statementStatuses], { type: 'string' }));

export const statementSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('gap.statement'),
    number: Type.String(),
    period: Type.String(),
    status: statementStatus,
    currency: Type.Literal('USD'),
    enrollment_count: Type.Integer(),
    amount_cents: Type.Integer(),
    lines: Type.Array(
      Type.Object(
        {
          plan: Type.String(),
          quantity: Type.Integer(),
          unit_price_cents: Type.Integer(),
          amount_cents: Type.Integer(),
        },
        closed,
      ),
    ),
    issued_at: time,
    due_at: time,
  },
  closed,
);
export type StatementView = Static<typeof statementSchema>;
export const statementPageSchema = pageOf(statementSchema);

export const statementQuerySchema = Type.Object(
  { ...pageQuery, period: Type.Optional(period), status: Type.Optional(statementStatus) },
  closed,
);
export type StatementQuery = Static<typeof statementQuerySchema>;

export const runSchema = Type.Object({ period }, closed);

/** Statements that could not be issued: enrollments of a plan that the institution no longer has, so without a price. */
const unpricedSchema = Type.Object({ institution_id: Type.String(), plan: Type.String() }, closed);
export type Unpriced = Static<typeof unpricedSchema>;

export const runResultSchema = Type.Object(
  {
    period: Type.String(),
    issued: Type.Integer({ description: 'Statements that this run issued.' }),
    existing: Type.Integer({ description: 'Statements of the month that were there before.' }),
    unpriced: Type.Array(unpricedSchema),
  },
  closed,
);
