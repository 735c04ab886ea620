import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { ownWordsMax, templateNames, type Channel, type TemplateName } from './template-rules.ts';

const template = Type.Unsafe<TemplateName>(Type.Enum([...templateNames], { type: 'string' }));
const channel = Type.Unsafe<Channel>(Type.Enum(['text', 'email'], { type: 'string' }));

export const templateListSchema = Type.Object(
  {
    object: Type.Literal('list'),
    reason: nullable(Type.String({ description: 'Why nobody can be written to at all.' })),
    data: Type.Array(
      Type.Object(
        {
          template,
          title: Type.String(),
          sent: Type.Boolean({ description: 'It was sent already, and is not sent again now.' }),
          channels: Type.Array(
            Type.Object(
              {
                channel,
                to: Type.String(),
                subject: nullable(Type.String()),
                before: Type.String({ description: 'What stands before the words that staff add.' }),
                after: Type.String({ description: 'What stands after them.' }),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type TemplateList = Static<typeof templateListSchema>;

export const newTemplateMessageSchema = Type.Object(
  {
    template,
    channel,
    words: Type.Optional(
      Type.String({ minLength: 1, maxLength: ownWordsMax, pattern: '^\\s*[^\\s\\u0000][^\\u0000]*$' }),
    ),
  },
  closed,
);

export type NewTemplateMessage = Static<typeof newTemplateMessageSchema>;
