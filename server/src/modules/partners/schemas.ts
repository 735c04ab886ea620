import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const email = nullable(Type.String({ format: 'email', maxLength: 254 }));
/** A few lines, as on an envelope. */
const billTo = nullable(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }));
const status = Type.Unsafe<'active' | 'suspended'>(Type.Enum(['active', 'suspended'], { type: 'string' }));

/** Who pays for representation; rules across its members are in rules.ts. */
export const programSchema = Type.Object(
  {
    mode: Type.Unsafe<'borrower_paid' | 'subsidized' | 'institution_paid'>(
      Type.Enum(['borrower_paid', 'subsidized', 'institution_paid'], { type: 'string' }),
    ),
    subsidy_type: nullable(Type.Unsafe<'fixed' | 'percent'>(Type.Enum(['fixed', 'percent'], { type: 'string' }))),
    subsidy_value: nullable(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
  },
  closed,
);

export type Program = Static<typeof programSchema>;

const planSchema = Type.Object(
  {
    code: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,39}$' }),
    unit_price_cents: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  },
  closed,
);

export type Plan = Static<typeof planSchema>;

const plans = Type.Array(planSchema, { minItems: 1, maxItems: 20 });

export const institutionSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('gap.institution'),
    name: Type.String(),
    status,
    program: programSchema,
    plans: Type.Array(planSchema),
    technical_contact_email: nullable(Type.String()),
    /** Where statements are sent. */
    billing_contact_email: nullable(Type.String()),
    /** Name and postal address on statements, in lines. */
    bill_to: nullable(Type.String()),
    created_at: Type.String(),
    /** When live mode was requested, and by which user of the portal. */
    live_requested_at: nullable(Type.String()),
    live_requested_by: nullable(Type.String()),
  },
  closed,
);

export type Institution = Static<typeof institutionSchema>;

const billing = { billing_contact_email: Type.Optional(email), bill_to: Type.Optional(billTo) };

export const newInstitutionSchema = Type.Object(
  {
    name,
    program: Type.Optional(programSchema),
    plans: Type.Optional(plans),
    technical_contact_email: Type.Optional(email),
    ...billing,
  },
  closed,
);

export type NewInstitutionRequest = Static<typeof newInstitutionSchema>;

export const institutionPatchSchema = Type.Object(
  {
    name: Type.Optional(name),
    status: Type.Optional(status),
    program: Type.Optional(programSchema),
    plans: Type.Optional(plans),
    technical_contact_email: Type.Optional(email),
    ...billing,
  },
  { ...closed, minProperties: 1 },
);

export type InstitutionPatch = Static<typeof institutionPatchSchema>;

/** The credential of a call, and the features open to it (D-132). */
export const meSchema = Type.Object(
  {
    object: Type.Literal('gap.credential'),
    id: Type.String(),
    type: Type.Enum(['bearer', 'signed'], { type: 'string' }),
    label: nullable(Type.String()),
    key_prefix: nullable(Type.String()),
    alg: nullable(Type.String()),
    livemode: Type.Boolean(),
    role: Type.Enum(['full', 'read_only'], { type: 'string' }),
    status: Type.Literal('active'),
    created_at: Type.String(),
    activated_at: nullable(Type.String()),
    expires_at: nullable(Type.String()),
    last_used_at: nullable(Type.String()),
    institution: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    features: Type.Object(
      {
        referral_sandbox: Type.Boolean(),
        partner_security_platform: Type.Boolean(),
        signed_credentials: Type.Boolean(),
        review_records: Type.Boolean(),
      },
      closed,
    ),
    limits: Type.Object(
      {
        requests_per_minute: Type.Integer(),
        bulk_max_rows: Type.Integer(),
        roster_max_rows: Type.Integer(),
      },
      closed,
    ),
  },
  closed,
);

export type Me = Static<typeof meSchema>;

export const challengeSchema = Type.Object(
  { challenge: Type.String({ minLength: 1, maxLength: 100 }) },
  { ...closed, examples: [{ challenge: 'chl_0Ai1jZkB0000000000000000abcdefgh' }] },
);
