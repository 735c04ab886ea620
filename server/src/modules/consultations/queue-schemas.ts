import { Type, type Static } from 'typebox';
import { closed, nullable, shownText } from '#lib/shapes';
import { boardRowSchema, callOutcomes } from './schemas.ts';

/** Why nobody is to be called: for want of a case, or about the case that is given to work on. */
const reasons = ['nobody_waits', 'outside_calling_hours', 'not_yet_due', 'test_case', 'declined', 'no_number'] as const;

export const nextCallSchema = Type.Object(
  {
    /** Nobody can be called now. */
    none: Type.Boolean(),
    consultation: nullable(boardRowSchema),
    /** Whom to call, for a person to dial. */
    phone: nullable(Type.String()),
    why: Type.Array(Type.String()),
    attempts: nullable(Type.Integer()),
    callback_at: nullable(Type.String()),
    lease_until: nullable(Type.String()),
    /** What the owner's clock shows; several when it is not known where they are. */
    local_time: nullable(Type.String()),
    rule_version: Type.String(),
    may_call: Type.Boolean(),
    opens_at: nullable(Type.String()),
    reason: nullable(Type.Enum([...reasons], { type: 'string' })),
  },
  closed,
);
export type NextCall = Static<typeof nextCallSchema>;

export const heldSchema = Type.Object({ lease_until: Type.String() }, closed);
export const doneSchema = Type.Object({ ok: Type.Literal(true) }, closed);

const reason = shownText(1, 200);
export const releaseSchema = Type.Object({ reason: Type.Optional(reason) }, closed);
export const takeOverSchema = Type.Object({ reason }, closed);

export const queueCallSchema = Type.Object(
  {
    outcome: Type.Enum([...callOutcomes], { type: 'string' }),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
    callback_at: Type.Optional(Type.String({ format: 'timestamp' })),
  },
  closed,
);
export type QueueCall = Static<typeof queueCallSchema>;
