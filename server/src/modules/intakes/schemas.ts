import { Type, type Static } from 'typebox';
import { preliminarySchema } from '#modules/vehicles';
import { closed, nullable, shownText } from '#lib/api/shapes';

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
    name: shownText(1, 120, 'your agent’s name, shown to the customer; a registration takes 2 to 80 characters'),
    platform: Type.String({
      pattern: '^[a-z0-9][a-z0-9-]{0,59}$',
      description:
        'a slug of your choice; with a key send the one you registered, though others are accepted. A registration takes 2 to 40 characters',
    }),
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
    phone: Type.Optional(
      Type.String({ format: 'us-phone', description: 'ten digits; +1, spaces, parentheses and hyphens are optional' }),
    ),
  },
  { ...closed, description: 'The vehicle’s owner. An email or a phone number is required.' },
);

export const vehicleSchema = Type.Object(
  {
    vin: Type.Optional(shownText(11, 17, 'the full 17 characters give year, make, model and often the trim')),
    plate: Type.Optional(shownText(1, 12, 'looked up together with plate_state if there is no VIN')),
    plate_state: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2100 })),
    make: Type.Optional(shownText(1, 60)),
    model: Type.Optional(shownText(1, 80)),
    trim: Type.Optional(shownText(1, 80)),
    odometer: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_000_000,
        description: 'miles at the time of the loss; the market read is adjusted for it',
      }),
    ),
  },
  { ...closed, description: 'A VIN is best, then a plate with its state; otherwise send year, make and model.' },
);

export const lossSchema = Type.Object(
  {
    date_of_loss: Type.Optional(Type.String({ format: 'date' })),
    loss_state: Type.Optional(shownText(2, 2, 'two letters; where the loss happened or the policy was written')),
    zip: Type.Optional(
      Type.String({ pattern: '^\\d{5}(-\\d{4})?$', description: 'where to search for comparable vehicles' }),
    ),
    insurance_path: Type.Optional(
      Type.Enum(['own', 'at-fault', 'unknown', 'none'], {
        type: 'string',
        description:
          'who pays: the owner’s insurer, the other driver’s insurer, unknown, or nobody because there is no claim',
      }),
    ),
  },
  closed,
);

export const offerSchema = Type.Object(
  {
    insurer: Type.Optional(shownText(1, 120)),
    claim_number: Type.Optional(shownText(1, 60)),
    acv_offer_cents: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000,
        description:
          'what the insurer says the vehicle was worth, in cents: the vehicle value before tax, fees and deductible, not the total to be paid',
      }),
    ),
    acv_offer: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        description: 'the same in dollars; if you send both, both must match',
      }),
    ),
  },
  closed,
);

export const consentSchema = Type.Object(
  {
    mode: Type.Optional(
      Type.Enum(['customer_directed', 'warm_handoff'], {
        type: 'string',
        description: 'default: customer_directed; warm_handoff asks for an immediate call and requires an agent key',
      }),
    ),
    attestation: shownText(
      20,
      1000,
      'in your own words: the owner asked for this and knows that we write, and call if there is a phone number',
    ),
    attestor_name: Type.Optional(shownText(1, 120)),
    notify_customer: Type.Optional(
      Type.Boolean({ description: 'default: true; if false, you relay customer_message yourself' }),
    ),
  },
  closed,
);

const intakeExamples = [
  {
    agent: { name: 'Claims Companion', platform: 'claims-companion' },
    customer: { email: 'robin@example.com' },
    consent: {
      attestation: 'Robin asked me to submit this and knows that you will write, and call if there is a number.',
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
    external_ref: Type.Optional(shownText(1, 120, 'your own reference; returned in every receipt')),
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
    will_call: Type.Boolean({ description: 'by a person, once there is a number; false only for not_eligible' }),
    call_purpose: Type.String(),
    automated_calls: Type.Boolean(),
  },
  closed,
);

const checkoutSchema = Type.Object(
  {
    model: Type.Literal('pre-authorization'),
    research_url: nullable(Type.String(), 'null until the customer has confirmed and the consultation was delivered'),
    representation_url: nullable(Type.String(), 'null under the same conditions as research_url'),
    note: Type.String(),
  },
  closed,
);

export const receiptSchema = Type.Object(
  {
    intake_id: Type.String(),
    status: Type.Enum([...intakeStatuses], {
      type: 'string',
      description: 'the developer page of this API explains each status',
    }),
    idempotent_replay: Type.Optional(
      Type.Boolean({ description: 'true if this repeats the response to an earlier request with the same key' }),
    ),
    external_ref: nullable(Type.String()),
    customer_confirmation_url: nullable(Type.String(), 'for the customer only; null if there is nothing to confirm'),
    customer_message: nullable(Type.String(), 'a text with that link, to be relayed word for word'),
    contact_policy: contactPolicySchema,
    agent_tier: Type.Enum(['anonymous', 'registered'], {
      type: 'string',
      description: 'registered if an agent key was sent',
    }),
    pricing: pricingSchema,
    checkout: checkoutSchema,
    priority_callback: Type.Boolean({
      description: 'true if a warm_handoff was accepted; the customer is called first',
    }),
    preliminary: nullable(
      preliminarySchema,
      'The early market read: asking prices in whole dollars (10th percentile, median, 90th percentile), and the same adjusted for the odometer and the model year. With good coverage adjusted_mid and adjusted_range are always given; if the trim is unknown and trims differ in price, the range spans them. gap_vs_offer_cents is adjusted_mid minus the offer, in cents, where the offer is the vehicle value before tax and fees. It is null if trims differ and the offer is within adjusted_range, if no listing is of the stated trim, if the title is branded, or if the fuel differs; the disclaimer says why. With thin coverage adjusted_mid and adjusted_range are null in these cases too, and if fewer than five listings were found; market still shows what was found. null without year, make, model and a ZIP or state, or if the market could not be read.',
    ),
    missing_fields: Type.Array(Type.String(), {
      description: 'request fields that would help; no operation adds them later, but a report fills in some',
    }),
    poll_url: Type.String({ description: 'GET with Authorization: Bearer and the poll_token or your key' }),
    poll_token: Type.Optional(Type.String({ description: 'in the 201 response only; store it' })),
    docs_url: Type.String(),
  },
  closed,
);

export type Receipt = Static<typeof receiptSchema>;
