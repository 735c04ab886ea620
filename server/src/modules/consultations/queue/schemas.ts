import { closed, nullable, shownText } from '#lib/api/shapes';
import { type Static, Type } from 'typebox';
import { boardRowSchema } from '../schemas.ts';

/** Why nobody is to be called: because the queue has nobody, or because of the claimed consultation itself. */
const reasons = ['nobody_waits', 'outside_calling_hours', 'not_yet_due', 'test_case', 'declined', 'no_number'] as const;

export const nextCallSchema = Type.Object(
  {
    /** True when nobody can be called now. */
    none: Type.Boolean(),
    consultation: nullable(boardRowSchema),
    /** For a caller to dial. */
    phone: nullable(Type.String()),
    why: Type.Array(Type.String()),
    attempts: nullable(Type.Integer()),
    callback_at: nullable(Type.String()),
    lease_until: nullable(Type.String()),
    /** The customer's local time; several when the location is not certain. */
    local_time: nullable(Type.String()),
    rule_version: Type.String(),
    may_call: Type.Boolean(),
    opens_at: nullable(Type.String()),
    reason: nullable(Type.Enum([...reasons], { type: 'string' })),
  },
  closed,
);
export type NextCall = Static<typeof nextCallSchema>;

export const leasedConsultationSchema = Type.Object({ lease_until: Type.String() }, closed);
export const doneSchema = Type.Object({ ok: Type.Literal(true) }, closed);

const reason = shownText(1, 200);
export const releaseLeaseSchema = Type.Object({ reason: Type.Optional(reason) }, closed);
export const takeOverLeaseSchema = Type.Object({ reason }, closed);
