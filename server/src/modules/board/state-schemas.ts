import { Type, type Static } from 'typebox';
import { closed } from '#lib/api/shapes';
import { stateTopics } from '#lib/jurisdictions/state-fact';

export const stateParamsSchema = Type.Object({ state: Type.String({ pattern: '^[A-Za-z]{2}$' }) }, closed);

const stateFactSchema = Type.Object(
  {
    text: Type.String({ description: 'what the source says, in our words; no advice' }),
    citation: Type.String(),
    source: Type.String(),
    kind: Type.Enum(['official', 'reprint', 'secondary'], { type: 'string' }),
    url: Type.String(),
    as_of: Type.String({ description: 'YYYY, YYYY-MM or YYYY-MM-DD' }),
    dated: Type.Enum(['by the source', 'when read'], { type: 'string' }),
  },
  closed,
);

export const stateFactsSchema = Type.Object(
  {
    object: Type.Literal('state_facts'),
    state: Type.String(),
    topics: Type.Array(
      Type.Object(
        {
          topic: Type.Enum([...stateTopics], { type: 'string' }),
          facts: Type.Array(stateFactSchema, { description: 'empty where no source was found: unknown, not none' }),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type StateFactsView = Static<typeof stateFactsSchema>;
