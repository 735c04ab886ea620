import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

/** What an institution has tried before it goes live, in the order in which it is usually done. */
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
    /** What happened in the sandbox before this counts no longer. */
    counted_since: Type.String(),
    steps: Type.Array(stepSchema),
    live_open: Type.Boolean(),
    live_requested_at: nullable(Type.String()),
    /** Whether live mode can be asked for now. */
    ready: Type.Boolean(),
    /** Endpoints of the sandbox that a rehearsal can be sent to. */
    endpoints: Type.Array(Type.Object({ id: Type.String(), url: Type.String() }, closed)),
  },
  closed,
);
export type GoLive = Static<typeof goLiveSchema>;

export const rehearsalSchema = Type.Object({ endpoint_id: Type.String({ minLength: 1, maxLength: 100 }) }, closed);

export const sentRehearsalSchema = Type.Object({ delivery_id: Type.String(), endpoint_id: Type.String() }, closed);
