import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

/** What customers can ask of the team on their own page. `reopen` is for a case that expired without an answer. */
export const requestKinds = ['copy', 'correct', 'delete', 'reopen'] as const;
export type RequestKind = (typeof requestKinds)[number];

export const requestSchema = Type.Object(
  {
    id: Type.String(),
    consultation_id: Type.String(),
    kind: Type.Enum([...requestKinds], { type: 'string' }),
    /** The customer's own words. */
    words: nullable(Type.String()),
    created_at: Type.String(),
    /** The deadline for the answer; null for requests that are not about data. */
    due_at: nullable(Type.String()),
    done_at: nullable(Type.String()),
  },
  closed,
);

export type RequestView = Static<typeof requestSchema>;

export const requestListSchema = Type.Object({ object: Type.Literal('list'), data: Type.Array(requestSchema) }, closed);

export const requestParamsSchema = Type.Object({ request_id: Type.String({ maxLength: 64 }) }, closed);
