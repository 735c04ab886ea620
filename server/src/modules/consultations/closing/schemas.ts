import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { closeReasons } from './rules.ts';

const words = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^\\s*[^\\s\\u0000][^\\u0000]*$' });

export const closeSchema = Type.Object(
  { reason: Type.Enum([...closeReasons], { type: 'string' }), note: Type.Optional(words(500)) },
  closed,
);

export const reopenSchema = Type.Object({ reason: words(500) }, closed);

export const closingSchema = Type.Object(
  {
    /** Why it is closed; null while it is open, and for cases closed before reasons were stored. */
    reason: nullable(Type.String()),
    may_reopen: Type.Boolean(),
    /** The time of the last activity. */
    quiet_since: Type.String(),
    /** Inactive for so long that a caller should ask before it closes. */
    to_ask: Type.Boolean(),
    /** When it closes automatically if nothing happens. */
    closes_at: Type.String(),
    history: Type.Array(
      Type.Object(
        {
          action: Type.Enum(['closed', 'reopened'], { type: 'string' }),
          reason: Type.String(),
          note: nullable(Type.String()),
          staff_id: nullable(Type.String()),
          at: Type.String(),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type ClosingView = Static<typeof closingSchema>;
