import { Type, type Static } from 'typebox';
import { preliminarySchema } from '#modules/market';
import { closed, nullable, shownText } from '#lib/shapes';

export const intakeStatuses = [
  'received',
  'welcome_sent',
  'contact_attempted',
  'customer_confirmed',
  'consultation_active',
  'declined',
  'not_eligible',
  'duplicate',
  'expired',
] as const;

export type IntakeStatus = (typeof intakeStatuses)[number];

export const agentSchema = Type.Object(
  {
    name: shownText(1, 120),
    platform: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,59}$' }),
    version: Type.Optional(shownText(1, 60)),
    operator_url: Type.Optional(Type.String({ format: 'uri', maxLength: 300 })),
  },
  closed,
);

export const customerSchema = Type.Object(
  {
    first_name: Type.Optional(shownText(1, 80)),
    last_name: Type.Optional(shownText(1, 80)),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    phone: Type.Optional(Type.String({ format: 'us-phone' })),
  },
  closed,
);

export const vehicleSchema = Type.Object(
  {
    vin: Type.Optional(shownText(11, 17)),
    plate: Type.Optional(shownText(1, 12)),
    plate_state: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2100 })),
    make: Type.Optional(shownText(1, 60)),
    model: Type.Optional(shownText(1, 80)),
    trim: Type.Optional(shownText(1, 80)),
    odometer: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000 })),
  },
  closed,
);

export const lossSchema = Type.Object(
  {
    date_of_loss: Type.Optional(Type.String({ format: 'date' })),
    loss_state: Type.Optional(shownText(2, 2)),
    zip: Type.Optional(Type.String({ pattern: '^\\d{5}(-\\d{4})?$' })),
    insurance_path: Type.Optional(Type.Enum(['own', 'at-fault', 'unknown', 'none'], { type: 'string' })),
  },
  closed,
);

export const offerSchema = Type.Object(
  {
    insurer: Type.Optional(shownText(1, 120)),
    claim_number: Type.Optional(shownText(1, 60)),
    acv_offer_cents: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    acv_offer: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  },
  closed,
);

export const consentSchema = Type.Object(
  {
    mode: Type.Optional(Type.Enum(['customer_directed', 'warm_handoff'], { type: 'string' })),
    attestation: shownText(20, 1000),
    attestor_name: Type.Optional(shownText(1, 120)),
    notify_customer: Type.Optional(Type.Boolean()),
  },
  closed,
);

const intakeExamples = [
  {
    agent: { name: 'Claims Companion', platform: 'claims-companion' },
    customer: { email: 'robin@example.com' },
    consent: {
      attestation: 'Robin asked me to submit this and knows that you will write and that a person will call.',
    },
  },
  {
    agent: {
      name: 'Claims Companion',
      platform: 'claims-companion',
      version: '3.1.0',
      operator_url: 'https://companion.example.com',
    },
    customer: { first_name: 'Alex', last_name: 'Example', email: 'alex@example.com', phone: '(415) 555-0134' },
    vehicle: { vin: '1HGCM82633A004352', year: 2003, make: 'Honda', model: 'Accord', trim: 'EX', odometer: 84_200 },
    loss: { date_of_loss: '2026-09-02', loss_state: 'CA', zip: '94107', insurance_path: 'own' },
    offer: { insurer: 'Example Mutual', claim_number: 'EX-4711', acv_offer_cents: 612_500 },
    consent: {
      mode: 'customer_directed',
      attestation: 'Alex asked me to submit this and knows that you will write and that a person will call.',
      attestor_name: 'Claims Companion',
      notify_customer: true,
    },
    external_ref: 'case-2026-0917',
  },
];

export const intakeRequestSchema = Type.Object(
  {
    agent: agentSchema,
    customer: customerSchema,
    consent: consentSchema,
    vehicle: Type.Optional(vehicleSchema),
    loss: Type.Optional(lossSchema),
    offer: Type.Optional(offerSchema),
    external_ref: Type.Optional(shownText(1, 120)),
  },
  { ...closed, examples: intakeExamples },
);

export type IntakeRequest = Static<typeof intakeRequestSchema>;

const priceSchema = Type.Object({ list_cents: Type.Integer(), your_price_cents: Type.Integer() }, closed);

const pricingSchema = Type.Object(
  {
    currency: Type.Literal('USD'),
    research: priceSchema,
    representation: priceSchema,
    discount: Type.Object(
      {
        applied: Type.Boolean(),
        amount_cents: Type.Integer(),
        applies_to: Type.Literal('representation'),
        note: Type.String(),
      },
      closed,
    ),
  },
  closed,
);

const contactPolicySchema = Type.Object(
  {
    will_email: Type.Boolean(),
    will_text: Type.Boolean(),
    will_call: Type.Boolean(),
    call_purpose: Type.String(),
    automated_calls: Type.Boolean(),
  },
  closed,
);

const checkoutSchema = Type.Object(
  {
    model: Type.Literal('pre-authorization'),
    research_url: nullable(Type.String()),
    representation_url: nullable(Type.String()),
    note: Type.String(),
  },
  closed,
);

export const receiptSchema = Type.Object(
  {
    intake_id: Type.String(),
    status: Type.Enum([...intakeStatuses], { type: 'string' }),
    idempotent_replay: Type.Optional(Type.Boolean()),
    external_ref: nullable(Type.String()),
    customer_confirmation_url: nullable(Type.String()),
    customer_message: nullable(Type.String()),
    contact_policy: contactPolicySchema,
    agent_tier: Type.Enum(['anonymous', 'registered'], { type: 'string' }),
    pricing: pricingSchema,
    checkout: checkoutSchema,
    priority_callback: Type.Boolean(),
    preliminary: nullable(preliminarySchema),
    missing_fields: Type.Array(Type.String()),
    poll_url: Type.String(),
    poll_token: Type.Optional(Type.String()),
    docs_url: Type.String(),
  },
  closed,
);

export type Receipt = Static<typeof receiptSchema>;
