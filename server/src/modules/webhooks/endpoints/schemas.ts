import { closed, nullable } from '#lib/api/shapes';
import { type Static, Type } from 'typebox';

const endpointMembers = {
  id: Type.String(),
  object: Type.Literal('gap.webhook_endpoint'),
  url: Type.String(),
  livemode: Type.Boolean(),
  payload: Type.Enum(['thin', 'full'], { type: 'string' }),
  secret_kind: Type.Enum(['standard', 'gap'], { type: 'string' }),
  event_types: Type.Array(Type.String()),
  status: Type.Enum(['enabled', 'disabled'], { type: 'string' }),
  deprecated: Type.Boolean(),
  sunset_at: nullable(Type.String()),
  rotation: nullable(Type.Object({ started_at: Type.String(), overlap_ends_at: Type.String() }, closed)),
  created_at: Type.String(),
};

export const endpointSchema = Type.Object(endpointMembers, closed);
export const endpointWithSecretSchema = Type.Object({ ...endpointMembers, secret: Type.String() }, closed);
export const endpointListSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(endpointSchema),
    has_more: Type.Boolean(),
    next_cursor: Type.Null(),
  },
  closed,
);

export type Endpoint = Static<typeof endpointSchema>;

const eventTypes = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, uniqueItems: true });

export const newEndpointSchema = Type.Object(
  {
    url: Type.String({ maxLength: 2000 }),
    livemode: Type.Boolean(),
    event_types: Type.Optional(eventTypes),
    payload: Type.Optional(Type.Enum(['thin', 'full'], { type: 'string' })),
    secret_kind: Type.Optional(Type.Enum(['standard', 'gap'], { type: 'string' })),
  },
  closed,
);

export const endpointPatchSchema = Type.Object(
  {
    url: Type.Optional(Type.String({ maxLength: 2000 })),
    event_types: Type.Optional(eventTypes),
    status: Type.Optional(Type.Enum(['enabled', 'disabled'], { type: 'string' })),
  },
  { ...closed, minProperties: 1 },
);

export type EndpointPatch = Static<typeof endpointPatchSchema>;

/** The portal has the mode in its path, and creates no endpoints of the deprecated form. */
export const portalEndpointSchema = Type.Object(
  { url: Type.String({ maxLength: 2000 }), event_types: Type.Optional(eventTypes) },
  closed,
);

/** Hours in which both secrets sign: none, one, a day, a week. */
export const portalRotateSchema = Type.Object(
  { overlap_hours: Type.Enum([0, 1, 24, 168], { type: 'integer' }) },
  closed,
);

export const rotateRequestSchema = Type.Object(
  { overlap_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: 168 })) },
  closed,
);
