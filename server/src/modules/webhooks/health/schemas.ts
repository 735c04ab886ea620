import { closed, nullable } from '#lib/api/shapes';
import { type Static, Type } from 'typebox';

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
    /** Of the certificate that the receiver showed last; null until a connection was made. */
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
