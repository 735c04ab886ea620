import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { consentSchema } from '#modules/ledger';

export const consentRecordSchema = Type.Object(
  {
    object: Type.Literal('consent.record'),
    exported_at: Type.String(),
    consultation_id: Type.String(),
    number: Type.String(),
    source: Type.Unsafe<'agent_intake' | 'referral' | 'membership'>(
      Type.Enum(['agent_intake', 'referral', 'membership'], { type: 'string' }),
    ),
    source_id: Type.String(),
    test: Type.Boolean(),
    email: nullable(Type.String()),
    phone_hint: nullable(Type.String({ description: 'The last four digits; the whole number is for callers only.' })),
    ...consentSchema.properties,
  },
  closed,
);

export type ConsentRecord = Static<typeof consentRecordSchema>;
