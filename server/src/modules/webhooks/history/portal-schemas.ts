import { closed, nullable } from '#lib/api/shapes';
import { type Static, Type } from 'typebox';
import { statusClasses } from './search-store.ts';

const text = (maxLength = 100) => Type.String({ minLength: 1, maxLength });
const time = Type.String({ format: 'timestamp' });
const deliveryState = Type.Enum(['pending', 'succeeded', 'exhausted', 'canceled', 'skipped'], { type: 'string' });

export const summarySchema = Type.Object(
  {
    id: Type.String(),
    event_id: Type.String(),
    endpoint_id: Type.String(),
    type: Type.String(),
    state: deliveryState,
    attempts: Type.Integer(),
    last_attempt: nullable(
      Type.Object(
        { at: Type.String(), status: nullable(Type.Integer()), cause: Type.String(), duration_ms: Type.Integer() },
        closed,
      ),
    ),
    next_attempt_at: nullable(Type.String()),
    created_at: Type.String(),
  },
  closed,
);
export type DeliverySummary = Static<typeof summarySchema>;

export const foundPageSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(summarySchema),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
    searched_to: nullable(
      Type.String({ description: 'how far back was looked, when a search ended before the history did' }),
    ),
  },
  closed,
);
export type FoundPage = Static<typeof foundPageSchema>;

export const searchQuerySchema = Type.Object(
  {
    endpoint_id: Type.Optional(text()),
    event_id: Type.Optional(text()),
    object_id: Type.Optional(text()),
    type: Type.Optional(text()),
    state: Type.Optional(deliveryState),
    status: Type.Optional(Type.Enum([...statusClasses], { type: 'string' })),
    since: Type.Optional(time),
    until: Type.Optional(time),
    limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$' })),
    cursor: Type.Optional(Type.String({ pattern: '^\\d{1,14}~[A-Za-z0-9_]{1,60}$' })),
  },
  closed,
);

const headerSchema = Type.Object({ name: Type.String(), value: Type.String() }, closed);

export const attemptSchema = Type.Object(
  {
    number: Type.Integer(),
    at: Type.String(),
    status: nullable(Type.Integer()),
    cause: Type.String(),
    advice: Type.String(),
    duration_ms: Type.Integer(),
    timings: Type.Record(Type.String(), Type.Integer()),
    address: nullable(Type.String()),
    answer: nullable(Type.String()),
    request: nullable(
      Type.Object(
        {
          url: Type.String(),
          headers: Type.Array(headerSchema),
          signed_by: Type.String(),
          standard_signed_by: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type AttemptView = Static<typeof attemptSchema>;

export const portalDeliverySchema = Type.Object(
  {
    id: Type.String(),
    event_id: Type.String(),
    endpoint_id: Type.String(),
    endpoint_deleted: Type.Boolean(),
    url: nullable(Type.String()),
    type: Type.String(),
    state: deliveryState,
    body: Type.String(),
    /** Contacts are hidden from this role, so the body is not the one that was signed. */
    masked: Type.Boolean(),
    attempts: Type.Array(attemptSchema),
    next_attempt_at: nullable(Type.String()),
    created_at: Type.String(),
  },
  closed,
);
export type PortalDelivery = Static<typeof portalDeliverySchema>;

/** The most that a person selects on one page; a recovery is for more. */
const resentMax = 500;

export const resendRequestSchema = Type.Object(
  { delivery_ids: Type.Array(text(), { minItems: 1, maxItems: resentMax, uniqueItems: true }) },
  closed,
);

export const resendResultSchema = Type.Object(
  {
    object: Type.Literal('portal.resend'),
    resent: Type.Array(Type.Object({ delivery_id: Type.String(), new_delivery_id: Type.String() }, closed)),
    /** Not found, of a deleted endpoint, or with an expired text. */
    refused: Type.Array(Type.String()),
  },
  closed,
);
export type ResendResult = Static<typeof resendResultSchema>;

const recoverable = Type.Array(Type.Enum(['exhausted', 'skipped', 'canceled'], { type: 'string' }), {
  minItems: 1,
  maxItems: 3,
  uniqueItems: true,
});

const recoveryScope = {
  since: time,
  until: Type.Optional(time),
  states: Type.Optional(recoverable),
  event_types: Type.Optional(Type.Array(text(), { maxItems: 100, uniqueItems: true })),
};

export const portalPreviewRequestSchema = Type.Object(recoveryScope, closed);

export const portalRecoveryRequestSchema = Type.Object(
  { ...recoveryScope, per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 30_000 })) },
  closed,
);

export const recoveryPreviewSchema = Type.Object(
  {
    object: Type.Literal('portal.recovery_preview'),
    since: Type.String(),
    until: Type.String(),
    total: Type.Integer(),
    oldest: nullable(Type.String()),
    newest: nullable(Type.String()),
    samples: Type.Array(
      Type.Object(
        {
          delivery_id: Type.String(),
          event_id: Type.String(),
          type: Type.String(),
          state: Type.String(),
          created_at: Type.String(),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type RecoveryPreviewView = Static<typeof recoveryPreviewSchema>;

const recoveryViewSchema = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['running', 'done', 'stopped'], { type: 'string' }),
    since: Type.String(),
    until: Type.String(),
    states: Type.Array(Type.String()),
    event_types: Type.Array(Type.String()),
    per_minute: nullable(Type.Integer()),
    total: Type.Integer(),
    recovered: Type.Integer(),
    recovered_per_minute: nullable(Type.Integer()),
    created_at: Type.String(),
    finished_at: nullable(Type.String()),
  },
  closed,
);
export type RecoveryView = Static<typeof recoveryViewSchema>;

export const recoveryListSchema = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(recoveryViewSchema) },
  closed,
);
