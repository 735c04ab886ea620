import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

/** As many as a comparison lists as missing. */
const eventIdsMax = 10_000;

export const recoverEventsSchema = Type.Object(
  {
    event_ids: Type.Array(Type.String({ pattern: '^evt_[0-9A-Za-z]{24}$' }), {
      minItems: 1,
      maxItems: eventIdsMax,
      uniqueItems: true,
    }),
    dry_run: Type.Optional(Type.Boolean()),
  },
  closed,
);

export const eventRecoverySchema = Type.Object(
  {
    object: Type.Literal('portal.event_recovery'),
    id: nullable(Type.String()),
    endpoint_id: Type.String(),
    status: Type.Enum(['dry_run', 'running', 'done'], { type: 'string' }),
    total: Type.Integer({ description: 'Events that are sent.' }),
    recovered: Type.Integer({ description: 'Of these, put into the queue so far.' }),
    left_out: Type.Object(
      {
        unknown: Type.Integer({ description: 'No event of this institution and mode, or no longer stored.' }),
        not_taken: Type.Integer({ description: 'Of a type that the endpoint does not take.' }),
        on_the_way: Type.Integer({ description: 'Already in the queue of this endpoint.' }),
        without_text: Type.Integer({
          description: 'The endpoint takes full payloads, and this one was never made for it.',
        }),
      },
      closed,
    ),
    created_at: nullable(Type.String()),
    finished_at: nullable(Type.String()),
  },
  closed,
);

export type EventRecovery = Static<typeof eventRecoverySchema>;
