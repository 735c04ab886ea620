import { Type, type Static } from 'typebox';
import { closed, nullable, shownText } from '#lib/api/shapes';

const timestamp = Type.String({ format: 'date-time' });

export const agreementSchema = Type.Object(
  { version: Type.String(), hash: Type.String(), url: Type.String(), markdown: Type.String() },
  closed,
);

const registrationExample = {
  agent: {
    name: 'Claims Companion',
    platform: 'claims-companion',
    website: 'https://companion.example.com',
    description: 'Helps people through a total-loss claim.',
  },
  operator: { name: 'Example Software', email: 'operator@example.com' },
  agreement: { accepted: true, version: '2026-09-17' },
};

export const registrationRequestSchema = Type.Object(
  {
    agent: Type.Object(
      {
        name: shownText(2, 80),
        platform: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{1,39}$' }),
        website: Type.Optional(Type.String({ format: 'uri', maxLength: 200 })),
        description: Type.Optional(Type.String({ maxLength: 600 })),
      },
      closed,
    ),
    operator: Type.Object({ name: shownText(2, 120), email: Type.String({ format: 'email', maxLength: 200 }) }, closed),
    agreement: Type.Object({ accepted: Type.Literal(true), version: Type.String() }, closed),
  },
  { ...closed, examples: [registrationExample] },
);

export type RegistrationRequest = Static<typeof registrationRequestSchema>;

export const registrationSchema = Type.Object(
  {
    registration_id: Type.String(),
    status: Type.Literal('pending_verification'),
    operator_email_masked: Type.String(),
    code_expires_at: timestamp,
    next_step: Type.String(),
    email_delivery_error: Type.Optional(Type.String()),
    agreement: Type.Object({ version: Type.String(), url: Type.String() }, closed),
  },
  closed,
);

export type Registration = Static<typeof registrationSchema>;

export const verifyRequestSchema = Type.Object(
  {
    registration_id: Type.String({ minLength: 1, pattern: '\\S' }),
    code: Type.String({ pattern: '^\\d{6}$', description: 'the six digits of the email' }),
  },
  { ...closed, examples: [{ registration_id: 'reg_0V9KqT1a7Rm2Xw5ZcB8dEf3G', code: '204816' }] },
);

export type VerifyRequest = Static<typeof verifyRequestSchema>;

export const verifiedSchema = Type.Object(
  {
    principal_id: Type.String(),
    status: Type.Literal('active'),
    api_key: Type.String(),
    key_prefix: Type.String(),
    agreement: Type.Object({ version: Type.String(), hash: Type.String() }, closed),
    docs_url: Type.String(),
  },
  closed,
);

export type Verified = Static<typeof verifiedSchema>;

export const rotatedSchema = Type.Object(
  { api_key: Type.String(), key_prefix: Type.String(), revoked_previous: Type.Boolean() },
  closed,
);

export const recoveryRequestSchema = Type.Object(
  {
    principal_id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'the id of your agent, agt_…, as the answer with your key and GET /me have it; not registration_id',
    }),
    email: Type.String({ format: 'email', maxLength: 254, description: 'operator.email of the registration' }),
  },
  { ...closed, examples: [{ principal_id: 'agt_0V9KqT1a7Rm2Xw5ZcB8dEf3G', email: 'operator@example.com' }] },
);
export type RecoveryRequest = Static<typeof recoveryRequestSchema>;

/** The same for everybody who asks. */
export const recoverySchema = Type.Object(
  { status: Type.Literal('sent_if_registered'), next_step: Type.String() },
  closed,
);

export const recoverRequestSchema = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 100, description: 'the recovery code of the email' }) },
  { ...closed, examples: [{ code: 'svc_recovery_00aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0' }] },
);

export const recoveredSchema = Type.Object(
  {
    principal_id: Type.String(),
    api_key: Type.String(),
    key_prefix: Type.String(),
    revoked_previous: Type.Boolean(),
  },
  closed,
);
export type Recovered = Static<typeof recoveredSchema>;

export const meSchema = Type.Object(
  {
    principal_id: Type.String(),
    status: Type.Literal('active'),
    agent: Type.Object(
      {
        name: Type.String(),
        platform: Type.String(),
        website: nullable(Type.String()),
        description: nullable(Type.String()),
      },
      closed,
    ),
    operator: Type.Object({ name: Type.String(), email_masked: Type.String() }, closed),
    agreement: Type.Object(
      { version: Type.String(), hash: Type.String(), accepted_at: timestamp, current: Type.Boolean() },
      closed,
    ),
    webhook: nullable(
      Type.Object(
        { url: Type.String(), events: Type.Array(Type.String()), created_at: timestamp, updated_at: timestamp },
        closed,
      ),
    ),
    keys: Type.Array(
      Type.Object({ prefix: Type.String(), created_at: timestamp, last_used_at: nullable(timestamp) }, closed),
    ),
    limits: Type.Object(
      {
        intakes_per_minute: Type.Integer(),
        anonymous_intakes_per_minute: Type.Integer(),
        multiplier: Type.Integer(),
      },
      closed,
    ),
    created_at: timestamp,
  },
  closed,
);

export type Me = Static<typeof meSchema>;

export const agentStatusSchema = Type.Object(
  { status: Type.Enum(['active', 'suspended', 'unverified'], { type: 'string' }) },
  closed,
);

export const agentStatusAnswerSchema = Type.Object(
  { id: Type.String(), status: Type.Enum(['active', 'suspended', 'unverified'], { type: 'string' }) },
  closed,
);
