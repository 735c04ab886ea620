import { closed, nullable, shownText } from '#lib/api/shapes';
import { type Static, Type } from 'typebox';
import { boardRowSchema } from '../schemas.ts';

/** Why no call is possible: the queue is empty, or the claimed consultation itself does not allow it. */
const reasons = [
  'nobody_waits',
  'outside_calling_hours',
  'not_yet_due',
  'capped',
  'busy',
  'test_case',
  'declined',
  'no_number',
] as const;

export const nextCallSchema = Type.Object(
  {
    /** True when no call is possible now. */
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
    /** `capped`: the number was tried as often as allowed. `busy`: colleagues have leased these numbers. */
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

const period = Type.Object(
  {
    /** The first local day of the rule; null for always. */
    effective_from: nullable(Type.String()),
    /** From Sunday to Saturday, in hours of the local day; null is closed. */
    week: Type.Array(nullable(Type.Object({ from: Type.Integer(), to: Type.Integer() }, closed))),
    closed_holidays: Type.Array(Type.String()),
  },
  closed,
);

const jurisdiction = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    periods: Type.Array(period),
    calls_per_24h: Type.Integer(),
    /** Exemptions that we rely on: none. */
    exemptions: Type.Array(Type.String()),
    citation: Type.String(),
    /** Where the rule was read. */
    source: Type.String(),
    as_of: Type.String(),
    confirmed: Type.Enum(['law_read', 'reported', 'vendor_table', 'no_own_rule_found'], { type: 'string' }),
    /** The lawyer who read the entry. */
    reviewed_by: nullable(Type.String()),
    notes: nullable(Type.String()),
  },
  closed,
);

export const callingRulesSchema = Type.Object(
  {
    object: Type.Literal('calling_rules'),
    version: Type.String(),
    /** True when the operator's own rules are merged over this table. */
    overridden: Type.Boolean(),
    caps: Type.Object({ per_24h: Type.Integer(), per_30d: Type.Integer() }, closed),
    reviewed_by: nullable(Type.String()),
    data: Type.Array(jurisdiction),
  },
  closed,
);
export type CallingRulesView = Static<typeof callingRulesSchema>;
