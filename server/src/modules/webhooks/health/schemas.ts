import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

const attemptSchema = Type.Object(
  {
    delivery_id: Type.String(),
    at: Type.String(),
    status: nullable(Type.Integer()),
    cause: Type.String(),
    duration_ms: Type.Integer(),
  },
  closed,
);

export const endpointHealthSchema = Type.Object(
  {
    object: Type.Literal('gap.webhook_endpoint_health'),
    endpoint_id: Type.String(),
    state: Type.Enum(['answering', 'failing', 'disabled', 'untried'], { type: 'string' }),
    summary: Type.String(),
    /** It takes more than two seconds to answer. */
    slow: Type.Boolean(),
    failing_since: nullable(Type.String()),
    warned_at: nullable(Type.String()),
    /** The expiry of the certificate that the receiver showed last; null until a connection was made. */
    certificate_ends_at: nullable(Type.String()),
    last_success: nullable(attemptSchema),
    last_failure: nullable(attemptSchema),
    pending: Type.Object(
      {
        /** To be attempted now, or being attempted. */
        due: Type.Integer(),
        scheduled: Type.Integer(),
        next_attempt_at: nullable(Type.String()),
      },
      closed,
    ),
    last_24_hours: Type.Object({ succeeded: Type.Integer(), failed: Type.Integer() }, closed),
  },
  closed,
);

export type EndpointHealthView = Static<typeof endpointHealthSchema>;

export const figuresQuerySchema = Type.Object({ range: Type.Enum(['24h', '7d'], { type: 'string' }) }, closed);

export const figuresSchema = Type.Object(
  {
    object: Type.Literal('portal.endpoint_figures'),
    endpoint_id: Type.String(),
    range: Type.Enum(['24h', '7d'], { type: 'string' }),
    step_seconds: Type.Integer(),
    /** Set when there were more attempts: then only this many of the newest are counted. */
    counted_at_most: nullable(Type.Integer()),
    steps: Type.Array(
      Type.Object(
        {
          at: Type.String(),
          acknowledged: Type.Integer(),
          failed: Type.Integer(),
          /** Milliseconds until the answer, of those that were acknowledged. */
          p50_ms: nullable(Type.Integer()),
          p95_ms: nullable(Type.Integer()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type EndpointFigures = Static<typeof figuresSchema>;

export const rotationSchema = Type.Object(
  {
    object: Type.Literal('portal.rotation'),
    endpoint_id: Type.String(),
    secret_kind: Type.Enum(['standard', 'gap'], { type: 'string' }),
    /** The first eight hex digits of the SHA-256 of the current secret; during a rotation, of the new one. */
    secret_id: Type.String(),
    running: nullable(
      Type.Object(
        {
          started_at: Type.String(),
          overlap_ends_at: Type.String(),
          previous_secret_id: nullable(Type.String()),
          acknowledged: Type.Integer(),
          failed: Type.Integer(),
        },
        closed,
      ),
    ),
    last_test: nullable(
      Type.Object(
        {
          delivery_id: Type.String(),
          state: Type.String(),
          at: Type.String(),
          status: nullable(Type.Integer()),
          cause: nullable(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type RotationView = Static<typeof rotationSchema>;

export const eventTypesSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Type.Object({ type: Type.String(), means: Type.String(), body: Type.String() }, closed)),
  },
  closed,
);
