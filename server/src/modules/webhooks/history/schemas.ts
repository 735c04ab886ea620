import { closed, nullable } from '#lib/api/shapes';
import { type Static, Type } from 'typebox';

const deliveryStates = ['pending', 'succeeded', 'exhausted', 'canceled', 'skipped'];

export const deliverySchema = Type.Object(
  {
    id: Type.String(),
    event_id: Type.String(),
    endpoint_id: Type.String(),
    /** The institution or agent it goes to. */
    account_id: Type.String(),
    type: Type.String(),
    state: Type.Enum(deliveryStates, { type: 'string' }),
    attempts: Type.Array(
      Type.Object(
        {
          number: Type.Integer(),
          at: Type.String(),
          status: nullable(Type.Integer()),
          cause: Type.String(),
          duration_ms: Type.Integer(),
        },
        closed,
      ),
    ),
    next_attempt_at: nullable(Type.String()),
    created_at: Type.String(),
  },
  closed,
);

export type Delivery = Static<typeof deliverySchema>;

/** Includes the request and the receiver's response. */
export const deliveryDetailSchema = Type.Object(
  {
    ...deliverySchema.properties,
    /** Null when the endpoint was deleted since. */
    url: nullable(Type.String()),
    body: Type.String(),
    answers: Type.Array(Type.Object({ number: Type.Integer(), text: nullable(Type.String()) }, closed)),
  },
  closed,
);

export type DeliveryDetail = Static<typeof deliveryDetailSchema>;

export const deliveryPageSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(deliverySchema),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
  },
  closed,
);

export type DeliveryPage = Static<typeof deliveryPageSchema>;

export const deliveryQuerySchema = Type.Object(
  {
    endpoint_id: Type.Optional(Type.String({ maxLength: 100 })),
    event_id: Type.Optional(Type.String({ maxLength: 100 })),
    account_id: Type.Optional(Type.String({ maxLength: 100 })),
    type: Type.Optional(Type.String({ maxLength: 100 })),
    state: Type.Optional(Type.Enum(deliveryStates, { type: 'string' })),
    limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$' })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  closed,
);

export const recoveryRequestSchema = Type.Object(
  {
    since: Type.String({ format: 'timestamp' }),
    until: Type.Optional(Type.String({ format: 'timestamp' })),
    states: Type.Optional(
      Type.Array(Type.Enum(['exhausted', 'skipped', 'canceled'], { type: 'string' }), { minItems: 1, maxItems: 3 }),
    ),
    dry_run: Type.Optional(Type.Boolean()),
  },
  closed,
);

export const recoverySchema = Type.Object(
  {
    object: Type.Literal('gap.recovery'),
    id: nullable(Type.String()),
    status: Type.Enum(['dry_run', 'running', 'done', 'stopped'], { type: 'string' }),
    total: Type.Integer(),
    recovered: Type.Integer(),
  },
  closed,
);

export type Recovery = Static<typeof recoverySchema>;
