import { Type } from 'typebox';

/** The board always sends this, so that two tabs or two people do not log the same call twice. */
export const seenCallMembers = {
  seen_calls: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: 'How many calls about the case you know of; rejected if there are more by now.',
    }),
  ),
  attempt_id: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z-]{16,64}$',
      description: 'A random id for this outcome; repeating it never logs the outcome twice.',
    }),
  ),
} as const;
