import { createdQuery, filterText, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable, shownText } from '#lib/api/shapes';
import { Type, type Static } from 'typebox';

export const enrollmentStatuses = ['active', 'loss_reported', 'redeemed', 'canceled'] as const;
export type EnrollmentStatus = (typeof enrollmentStatuses)[number];

export const vin = Type.String({
  pattern: '^[A-HJ-NPR-Za-hj-npr-z0-9]{17}$',
  description: '17 characters, without I, O and Q',
});
const email = Type.String({ format: 'email', maxLength: 254 });
const phone = Type.String({
  format: 'us-phone',
  maxLength: 40,
  description: 'ten digits; +1 and punctuation are optional',
});
const externalRef = shownText(1, 120);
const time = Type.String({ format: 'date-time' });
const edit = { ...closed, minProperties: 1 };

const vehicleMembers = {
  vin,
  year: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2100 })),
  make: Type.Optional(shownText(1, 60)),
  model: Type.Optional(shownText(1, 80)),
};

const memberMembers = {
  first_name: shownText(1, 80),
  last_name: shownText(1, 80),
  email: Type.Optional(email),
  phone: Type.Optional(phone),
};

const exampleEnrollment = {
  external_ref: 'loan-2044',
  member: { first_name: 'Synthetic', last_name: 'Member', email: 'member@example.com' },
  vehicle: { vin: '1SYNTHETK00000044', year: 2022, make: 'Synthetic', model: 'Wagon' },
};

/** What an institution sends to enroll a vehicle (T8); a row of a roster has the same schema. */
export const newEnrollmentSchema = Type.Object(
  {
    external_ref: Type.Optional(externalRef),
    plan: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: 'default: the first plan of your institution' }),
    ),
    member: Type.Object(memberMembers, closed),
    vehicle: Type.Object(vehicleMembers, closed),
    effective_on: Type.Optional(Type.String({ format: 'date', description: 'default: today (UTC)' })),
  },
  { ...closed, examples: [exampleEnrollment] },
);
export type NewEnrollment = Static<typeof newEnrollmentSchema>;

/** Either a cancellation or edits, not both; rules.ts checks it. */
export const enrollmentPatchSchema = Type.Object(
  {
    status: Type.Optional(Type.Literal('canceled')),
    cancel_reason: Type.Optional(shownText(1, 200)),
    external_ref: Type.Optional(nullable(externalRef)),
    member: Type.Optional(
      Type.Partial(Type.Object({ ...memberMembers, email: nullable(email), phone: nullable(phone) }), edit),
    ),
    vehicle: Type.Optional(Type.Object(vehicleMembers, closed)),
  },
  { ...edit, examples: [{ member: { phone: '(212) 555-0142' } }] },
);
export type EnrollmentPatch = Static<typeof enrollmentPatchSchema>;

export const enrollmentSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('gap.enrollment'),
    status: Type.Unsafe<EnrollmentStatus>(Type.Enum([...enrollmentStatuses], { type: 'string' })),
    external_ref: nullable(Type.String()),
    test: Type.Boolean(),
    plan: Type.String(),
    member: Type.Object(
      {
        first_name: Type.String(),
        last_name: Type.String(),
        email: nullable(Type.String()),
        phone: nullable(Type.String()),
      },
      closed,
    ),
    vehicle: Type.Object(
      {
        vin: Type.String(),
        year: nullable(Type.Integer()),
        make: nullable(Type.String()),
        model: nullable(Type.String()),
      },
      closed,
    ),
    effective_at: time,
    canceled_at: nullable(time),
    cancel_reason: nullable(Type.String()),
    created_at: time,
    updated_at: time,
  },
  closed,
);
export type EnrollmentView = Static<typeof enrollmentSchema>;

export const enrollmentPageSchema = pageOf(enrollmentSchema);

export const enrollmentQuerySchema = Type.Object(
  {
    ...pageQuery,
    ...createdQuery,
    status: Type.Optional(Type.Unsafe<EnrollmentStatus>(Type.Enum([...enrollmentStatuses], { type: 'string' }))),
    vin: Type.Optional(vin),
    external_ref: Type.Optional(filterText(120)),
    plan: Type.Optional(filterText(40)),
  },
  closed,
);
export type EnrollmentQuery = Static<typeof enrollmentQuerySchema>;

export const bulkEnrollmentSchema = Type.Object(
  {
    enrollments: Type.Array(Type.Unknown({ description: 'a body of POST /plans/enrollments' }), {
      minItems: 1,
      maxItems: 500,
    }),
  },
  { ...closed, examples: [{ enrollments: [exampleEnrollment] }] },
);
