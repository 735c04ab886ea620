import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

/** What an institution tries before it goes live, in the usual order. */
export const goLiveSteps = [
  'signed_call',
  'replayed_key',
  'handled_conflict',
  'delivered_event',
  'unknown_event',
  'rotated_secret',
] as const;
export type GoLiveStep = (typeof goLiveSteps)[number];

const evidenceSchema = Type.Object(
  {
    kind: Type.Unsafe<'credential' | 'request' | 'delivery' | 'endpoint'>(
      Type.Enum(['credential', 'request', 'delivery', 'endpoint'], { type: 'string' }),
    ),
    id: Type.String(),
  },
  closed,
);

const stepSchema = Type.Object(
  {
    step: Type.Unsafe<GoLiveStep>(Type.Enum([...goLiveSteps], { type: 'string' })),
    done: Type.Boolean(),
    /** When it happened. */
    since: nullable(Type.String()),
    evidence: nullable(evidenceSchema),
  },
  closed,
);

export const goLiveSchema = Type.Object(
  {
    /** Earlier sandbox activity does not count. */
    counted_since: Type.String(),
    steps: Type.Array(stepSchema),
    live_open: Type.Boolean(),
    live_requested_at: nullable(Type.String()),
    /** Whether the institution can ask for live mode now. */
    ready: Type.Boolean(),
    /** Sandbox endpoints that can receive a rehearsal. */
    endpoints: Type.Array(Type.Object({ id: Type.String(), url: Type.String() }, closed)),
  },
  closed,
);
export type GoLive = Static<typeof goLiveSchema>;

export const rehearsalSchema = Type.Object({ endpoint_id: Type.String({ minLength: 1, maxLength: 100 }) }, closed);

export const sentRehearsalSchema = Type.Object({ delivery_id: Type.String(), endpoint_id: Type.String() }, closed);
