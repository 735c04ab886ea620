import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

/** What customers ask of the team on their own page; `reopen` is about a case that ended because nobody answered. */
export const requestKinds = ['copy', 'correct', 'delete', 'reopen'] as const;
export type RequestKind = (typeof requestKinds)[number];

export const requestSchema = Type.Object(
  {
    id: Type.String(),
    consultation_id: Type.String(),
    kind: Type.Enum([...requestKinds], { type: 'string' }),
    /** What the customer wrote. */
    words: nullable(Type.String()),
    created_at: Type.String(),
    /** By when it must be answered; null of what is no question about data. */
    due_at: nullable(Type.String()),
    done_at: nullable(Type.String()),
  },
  closed,
);

export type RequestView = Static<typeof requestSchema>;

export const requestListSchema = Type.Object({ object: Type.Literal('list'), data: Type.Array(requestSchema) }, closed);

export const requestParamsSchema = Type.Object({ request_id: Type.String({ maxLength: 64 }) }, closed);
