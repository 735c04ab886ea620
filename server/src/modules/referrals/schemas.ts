import { createdQuery, filterText, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable, shownText } from '#lib/api/shapes';
import { programSchema } from '#modules/partners';
import { Type, type Static } from 'typebox';

export const referralStatuses = [
  'invited',
  'activated',
  'settled',
  'closed',
  'declined',
  'expired',
  'canceled',
] as const;

export type ReferralStatus = (typeof referralStatuses)[number];

const cents = (maximum: number) => Type.Integer({ minimum: 0, maximum });
const email = Type.String({ format: 'email', maxLength: 254 });
const phone = Type.String({
  format: 'us-phone',
  maxLength: 40,
  description: 'ten digits; +1 and punctuation are optional',
});

const borrowerMembers = {
  first_name: shownText(1, 80),
  last_name: shownText(1, 80),
  email: Type.Optional(email),
  phone: Type.Optional(phone),
};

const vehicleMembers = {
  vin: Type.String({ pattern: '^[A-HJ-NPR-Za-hj-npr-z0-9]{17}$', description: '17 characters, without I, O and Q' }),
  year: Type.Integer({ minimum: 1900, maximum: 2100 }),
  make: shownText(1, 60),
  model: shownText(1, 80),
};

const claimMembers = {
  carrier: shownText(1, 120),
  claim_number: shownText(1, 60),
  loss_state: Type.String({ pattern: '^[A-Za-z]{2}$' }),
  date_of_loss: Type.String({ format: 'timestamp', description: 'a date (YYYY-MM-DD) or a time with a time zone' }),
  initial_offer_cents: cents(100_000_000),
};

const liabilityMembers = {
  loan_payoff_cents: cents(100_000_000),
  deductible_cents: cents(10_000_000),
};

const externalRef = shownText(1, 120);

const exampleReferral = {
  external_ref: 'loan-1001',
  borrower: { first_name: 'Synthetic', last_name: 'Borrower', email: 'borrower@example.com', phone: '(212) 555-0142' },
  vehicle: { vin: '1SYNTHETK00000101', year: 2021, make: 'Synthetic', model: 'Sedan' },
  claim: {
    carrier: 'Synthetic Mutual',
    claim_number: 'CLM-1001',
    loss_state: 'NY',
    date_of_loss: '2026-11-01',
    initial_offer_cents: 1_500_000,
  },
  liability: { loan_payoff_cents: 1_800_000, deductible_cents: 50_000 },
};

/** What an institution sends to refer a borrower (T5). */
export const newReferralSchema = Type.Object(
  {
    external_ref: Type.Optional(externalRef),
    borrower: Type.Object(borrowerMembers, closed),
    vehicle: Type.Object(vehicleMembers, closed),
    claim: Type.Object(claimMembers, closed),
    liability: Type.Object(liabilityMembers, closed),
    consent: Type.Optional(Type.Object({ mode: Type.Optional(Type.Enum(['invitation'], { type: 'string' })) }, closed)),
  },
  { ...closed, examples: [exampleReferral] },
);

export type NewReferral = Static<typeof newReferralSchema>;

const edit = { ...closed, minProperties: 1 };

/**
 * Either a cancellation or an edit, not both; rules.ts checks it, because a schema error could not name the intended
 * one.
 */
export const patchSchema = Type.Object(
  {
    status: Type.Optional(Type.Literal('canceled')),
    cancel_reason: Type.Optional(shownText(1, 200)),
    external_ref: Type.Optional(nullable(externalRef)),
    borrower: Type.Optional(
      Type.Partial(Type.Object({ ...borrowerMembers, email: nullable(email), phone: nullable(phone) }), edit),
    ),
    vehicle: Type.Optional(Type.Partial(Type.Object(vehicleMembers), edit)),
    claim: Type.Optional(Type.Partial(Type.Object(claimMembers), edit)),
    liability: Type.Optional(Type.Partial(Type.Object(liabilityMembers), edit)),
  },
  { ...edit, examples: [{ external_ref: 'loan-1001-a' }, { status: 'canceled', cancel_reason: 'paid off' }] },
);

type ReferralPatch = Static<typeof patchSchema>;

/** An edit alone. */
export const editSchema = Type.Omit(patchSchema, ['status', 'cancel_reason'], {
  ...edit,
  examples: [{ external_ref: 'loan-1001-a' }],
});
export type ReferralEdit = Omit<ReferralPatch, 'status' | 'cancel_reason'>;

const time = Type.String({ format: 'date-time' });

const thinMembers = {
  id: Type.String(),
  object: Type.Literal('gap.referral'),
  status: Type.Unsafe<ReferralStatus>(Type.Enum([...referralStatuses], { type: 'string' })),
  external_ref: nullable(Type.String()),
  created_at: time,
  invited_at: time,
  invitation_expires_at: time,
  activated_at: nullable(time),
  settled_at: nullable(time),
  closed_at: nullable(time),
};

const thinReferralSchema = Type.Object(thinMembers, closed);
export type ThinReferral = Static<typeof thinReferralSchema>;

const fullMembers = {
  ...thinMembers,
  status_label: Type.String(),
  status_tone: Type.String(),
  status_note: nullable(Type.String()),
  borrower: Type.Object(
    {
      first_name: Type.String(),
      last_name: Type.String(),
      email: nullable(Type.String()),
      phone: nullable(Type.String()),
    },
    closed,
  ),
  vehicle: Type.Object({ vin: Type.String(), year: Type.Integer(), make: Type.String(), model: Type.String() }, closed),
  claim: Type.Object(
    {
      carrier: Type.String(),
      claim_number: Type.String(),
      loss_state: Type.String(),
      date_of_loss: time,
      initial_offer_cents: Type.Integer(),
    },
    closed,
  ),
  liability: Type.Object({ loan_payoff_cents: Type.Integer(), deductible_cents: Type.Integer() }, closed),
  program: Type.Object({ ...programSchema.properties, price_cents: Type.Integer(), locked: Type.Boolean() }, closed),
  consent: Type.Object(
    {
      mode: Type.String(),
      disclosure_confirmed_at: nullable(time),
      disclosure_channel: nullable(Type.String()),
      disclosure_attestor_name: nullable(Type.String()),
    },
    closed,
  ),
  submitted_via: Type.String(),
};

const fullReferralSchema = Type.Object(fullMembers, closed);
export type FullReferral = Static<typeof fullReferralSchema>;

/** As the API shows it: the documented members, its mode and its consultation (D-097). */
export const referralSchema = Type.Object(
  { ...fullMembers, livemode: Type.Boolean(), consultation_number: nullable(Type.String()) },
  closed,
);
export type ReferralView = Static<typeof referralSchema>;

export const referralPageSchema = pageOf(referralSchema);

export const referralQuerySchema = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    status: Type.Optional(Type.Unsafe<ReferralStatus>(Type.Enum([...referralStatuses], { type: 'string' }))),
    external_ref: Type.Optional(filterText(120)),
    vin: Type.Optional(vehicleMembers.vin),
  },
  closed,
);
export type ReferralQuery = Static<typeof referralQuerySchema>;

/** Rows are validated one by one, so that an invalid one does not refuse the others (D-106). */
export const bulkSchema = Type.Object(
  {
    referrals: Type.Array(Type.Unknown({ description: 'a body of POST /referrals' }), {
      minItems: 1,
      maxItems: 500,
    }),
  },
  { ...closed, examples: [{ referrals: [exampleReferral] }] },
);

export const staffReferralSchema = Type.Object({ livemode: Type.Boolean(), referral: newReferralSchema }, closed);
