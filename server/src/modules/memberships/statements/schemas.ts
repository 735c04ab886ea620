import { pageOf, pageQuery } from '#lib/api/pagination';
import { closed } from '#lib/api/shapes';
import { Type, type Static } from 'typebox';

const time = Type.String({ format: 'date-time' });

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

/**
 * Statements that could not be issued: enrollments of a plan that the institution no longer has, so without a price.
 */
const unpricedSchema = Type.Object({ institution_id: Type.String(), plan: Type.String() }, closed);

export type Unpriced = Static<typeof unpricedSchema>;

export const runResultSchema = Type.Object(
  {
    period: Type.String(),
    issued: Type.Integer({ description: 'statements issued by this run' }),
    existing: Type.Integer({ description: 'statements of the month that already existed' }),
    unpriced: Type.Array(unpricedSchema),
  },
  closed,
);
