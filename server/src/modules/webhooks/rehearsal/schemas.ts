import { partnerEventTypes } from '../events/rules.ts';
import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

const payload = Type.Unsafe<'thin' | 'full'>(Type.Enum(['thin', 'full'], { type: 'string' }));

export const rehearsalRequestSchema = Type.Object(
  {
    event_types: Type.Optional(
      Type.Array(Type.Enum([...partnerEventTypes], { type: 'string' }), {
        maxItems: 100,
        uniqueItems: true,
        description: 'Empty: all that its kind takes. Left out: as they are.',
      }),
    ),
    payload: Type.Optional(payload),
  },
  closed,
);

export type RehearsalRequest = Static<typeof rehearsalRequestSchema>;

export const rehearsalSchema = Type.Object(
  {
    object: Type.Literal('portal.endpoint_rehearsal'),
    endpoint_id: Type.String(),
    since: Type.String(),
    until: Type.String(),
    difference: Type.String(),
    total: Type.Object({ before: Type.Integer(), after: Type.Integer() }, closed),
    masked: Type.Boolean(),
    types: Type.Array(
      Type.Object(
        {
          type: Type.String(),
          before: Type.Integer({ description: 'What the endpoint would have got with its settings of now.' }),
          after: Type.Integer({ description: 'What it would have got with the new ones.' }),
          sample: nullable(Type.String({ description: 'The newest in the new form; null when none was ever made.' })),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type Rehearsal = Static<typeof rehearsalSchema>;
