import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { replyKinds } from './reply-rules.ts';

/** Three text segments, including our additions. */
export const answerMax = 480;

export const replySchema = Type.Object(
  {
    id: Type.String(),
    channel: Type.Enum(['text', 'page', 'one_click', 'email', 'complaint'], { type: 'string' }),
    understood_as: Type.Enum([...replyKinds], { type: 'string' }),
    words: Type.String(),
    from_hint: nullable(
      Type.String({ description: 'Where it came from, in part: the end of a number, or the domain of an address.' }),
    ),
    received_at: Type.String(),
    read_at: nullable(Type.String()),
    answered_at: nullable(Type.String()),
  },
  closed,
);

export type ReplyView = Static<typeof replySchema>;

export const replyListSchema = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(replySchema), has_more: Type.Boolean(), next_cursor: Type.Null() },
  closed,
);

export type ReplyList = Static<typeof replyListSchema>;

export const answerSchema = Type.Object(
  { words: Type.String({ minLength: 1, maxLength: answerMax, pattern: '^\\s*[^\\s\\u0000][^\\u0000]*$' }) },
  closed,
);

export const doneSchema = Type.Object({ ok: Type.Literal(true) }, closed);
