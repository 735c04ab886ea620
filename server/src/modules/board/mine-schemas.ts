import { Type, type Static } from 'typebox';
import { closed } from '#lib/api/shapes';
import { cardSchema } from './schemas.ts';

export const mineSchema = Type.Object(
  {
    object: Type.Literal('board.mine'),
    at: Type.String(),
    /** The number of your open cases; at most 200 are listed. */
    count: Type.Integer(),
    /** Those with a promised call, by its time. */
    callbacks: Type.Array(cardSchema),
    cases: Type.Array(cardSchema),
  },
  closed,
);

export type Mine = Static<typeof mineSchema>;
