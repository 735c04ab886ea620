import { Type, type Static } from 'typebox';
import { createdQuery, filterText, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';
import { partnerEventTypes } from '../events/rules.ts';

export const eventSearchQuery = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    type: Type.Optional(Type.Enum([...partnerEventTypes], { type: 'string' })),
    object_id: Type.Optional(filterText(100)),
    order: Type.Optional(Type.Unsafe<'asc' | 'desc'>(Type.Enum(['asc', 'desc'], { type: 'string' }))),
  },
  closed,
);

const head = {
  object: Type.Literal('portal.event'),
  id: Type.String(),
  type: Type.String(),
  object_id: Type.String({ description: 'What it is about: a referral, an enrollment or a statement.' }),
  created_at: Type.String(),
};

export const eventPageSchema = pageOf(Type.Object(head, closed));

const delivery = Type.Object(
  {
    id: Type.String(),
    endpoint_id: Type.String(),
    url: nullable(Type.String({ description: 'Null when the endpoint was deleted.' })),
    state: Type.Enum(['pending', 'succeeded', 'exhausted', 'canceled', 'skipped'], { type: 'string' }),
    attempts: Type.Integer(),
    status: nullable(Type.Integer({ description: 'What the receiver answered last.' })),
    cause: nullable(Type.String()),
    created_at: Type.String(),
    finished_at: nullable(Type.String()),
    next_attempt_at: nullable(Type.String()),
  },
  closed,
);

export const eventDetailSchema = Type.Object(
  {
    ...head,
    livemode: Type.Boolean(),
    masked: Type.Boolean({ description: 'Whether contacts are hidden in what follows.' }),
    body: Type.String({ description: 'The text that endpoints with thin payloads got.' }),
    current: nullable(Type.String({ description: 'The object as it is now, as JSON; null when it is gone.' })),
    deliveries: Type.Array(delivery),
  },
  closed,
);

export type EventDetail = Static<typeof eventDetailSchema>;
