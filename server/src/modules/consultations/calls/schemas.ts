import { seenCallMembers } from '#lib/api/seen-call';
import { closed } from '#lib/api/shapes';
import { type Static, Type } from 'typebox';
import { callOutcomes } from '../schemas.ts';

export const queueCallSchema = Type.Object(
  {
    outcome: Type.Enum([...callOutcomes], { type: 'string' }),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    callback_at: Type.Optional(Type.String({ format: 'timestamp' })),
    ...seenCallMembers,
  },
  closed,
);

export type QueueCall = Static<typeof queueCallSchema>;
