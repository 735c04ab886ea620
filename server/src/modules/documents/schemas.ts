import { Type, type Static, type TSchema } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

const enumOf = <T extends string>(...values: readonly T[]) =>
  Type.Unsafe<T>(Type.Enum([...values], { type: 'string' }));

/** A printed value, with its position and the confidence of the reading. */
const printed = <T extends TSchema>(value: T) =>
  Type.Object(
    {
      value,
      /** `high` only where a label, its column and every identity that includes it agree. */
      confidence: enumOf('high', 'low'),
      page: Type.Integer(),
      /** In points from the upper left of the page: left, top, right, bottom. */
      box: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
      source: enumOf('text', 'ocr'),
    },
    closed,
  );

const text = printed(Type.String());
const number = printed(Type.Integer());
/** Signed whole cents. */
const cents = printed(Type.Integer());

/** The lines of the sum on the first page, by meaning. */
const sumLineNames = [
  'statewide',
  'base',
  'valuation',
  'condition',
  'prior_damage',
  'aftermarket',
  'refurbishment',
  'title_history',
  'adjustment',
  'offer',
  'tax',
  'fees',
  'other',
  'before_deductible',
  'deductible',
  'total',
] as const;
export type SumLineName = (typeof sumLineNames)[number];

const sumLineSchema = Type.Object(
  {
    name: enumOf(...sumLineNames),
    /** As printed, without its sign. */
    label: Type.String(),
    cents,
    /** Of a tax: hundredths of a basis point are never printed, so thousandths of a percent are exact. */
    rate_thousandths: Type.Optional(Type.Integer()),
  },
  closed,
);

const conditionRowSchema = Type.Object(
  {
    group: Type.Optional(Type.String()),
    component: Type.String(),
    /** As printed, such as "3 Good" or "PRIVATE OWNER". */
    grade: Type.Optional(Type.String()),
    cents: Type.Optional(cents),
  },
  closed,
);

const adjustmentSchema = Type.Object(
  {
    /** As printed, such as "Projected Sold Adjustment" or "Mileage". */
    name: Type.String(),
    /** The values of the loss vehicle and this one, where both are printed. */
    own: Type.Optional(Type.String()),
    theirs: Type.Optional(Type.String()),
    cents: Type.Optional(cents),
  },
  closed,
);

const comparableSchema = Type.Object(
  {
    number: Type.Integer(),
    description: Type.Optional(text),
    /** The price that its adjustments start from. */
    price: Type.Optional(cents),
    price_kind: Type.Optional(enumOf('list', 'sold', 'take')),
    /** The list price next to a take price. */
    list_price: Type.Optional(cents),
    vin: Type.Optional(text),
    /** Part of its VIN is hidden: eleven characters and six masked ones; never an identity. */
    vin_masked: Type.Boolean(),
    odometer: Type.Optional(number),
    distance_miles: Type.Optional(number),
    /** YYYY-MM-DD. */
    dated: Type.Optional(text),
    date_kind: Type.Optional(enumOf('listed', 'updated')),
    adjustments: Type.Array(adjustmentSchema, { maxItems: 60 }),
    adjustments_total: Type.Optional(cents),
    adjusted: Type.Optional(cents),
  },
  closed,
);

/** Identities of printed figures; `unknown` when the report does not print the required figures. */
const identityNames = [
  'offer_adds_up',
  'total_adds_up',
  'base_is_mean',
  'base_repeats',
  'valuation_is_mean',
  'tax_is_rate',
  'condition_adds_up',
  'refurbishment_adds_up',
  'comparables_add_up',
  'comparables_repeat',
  'own_odometer_repeats',
] as const;
export type IdentityName = (typeof identityNames)[number];

/** The contents of a report besides the fields of the vehicle and the claim. */
const contentsSchema = Type.Object(
  {
    loss_type: Type.Optional(text),
    report_date: Type.Optional(text),
    sum: Type.Array(sumLineSchema, { maxItems: 40 }),
    search_radius_miles: Type.Optional(number),
    typical_mileage: Type.Optional(number),
    overall_condition: Type.Optional(text),
    typical_condition: Type.Optional(text),
    condition_total: Type.Optional(cents),
    condition: Type.Array(conditionRowSchema, { maxItems: 60 }),
    comparables: Type.Array(comparableSchema, { maxItems: 40 }),
    identities: Type.Array(
      Type.Object({ name: enumOf(...identityNames), outcome: enumOf('passed', 'failed', 'unknown') }, closed),
    ),
  },
  closed,
);

export type ReportContents = Static<typeof contentsSchema>;
export type SumLine = ReportContents['sum'][number];
export type ReportComparable = ReportContents['comparables'][number];
export type ReportIdentity = ReportContents['identities'][number];

const vendorSchema = Type.Unsafe<'ccc' | 'mitchell' | 'unknown'>(
  Type.Enum(['ccc', 'mitchell', 'unknown'], { type: 'string' }),
);

const about = {
  /** `high` may fill a field that was not submitted; `low` is for staff to check. */
  confidence: Type.Unsafe<'high' | 'low'>(Type.Enum(['high', 'low'], { type: 'string' })),
  page: Type.Integer(),
  /** In points from the upper left of the page: left, top, right, bottom. */
  box: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
  source: Type.Unsafe<'text' | 'ocr'>(Type.Enum(['text', 'ocr'], { type: 'string' })),
};

const textField = Type.Optional(Type.Object({ value: Type.String(), ...about }, closed));
const numberField = Type.Optional(Type.Object({ value: Type.Integer(), ...about }, closed));

const fieldsSchema = Type.Object(
  {
    vin: textField,
    year: numberField,
    make: textField,
    model: textField,
    trim: textField,
    odometer: numberField,
    offer_cents: numberField,
    insurer: textField,
    claim_number: textField,
    date_of_loss: textField,
  },
  closed,
);

const checkSchema = Type.Object(
  {
    name: Type.Unsafe<CheckName>(
      Type.Enum(['vin_check_digit', 'vin_make', 'vin_year', 'value_adds_up', 'loss_before_report'], { type: 'string' }),
    ),
    /** `unknown` when the report does not print the required figures. */
    outcome: Type.Unsafe<'passed' | 'failed' | 'unknown'>(
      Type.Enum(['passed', 'failed', 'unknown'], { type: 'string' }),
    ),
  },
  closed,
);

type CheckName = 'vin_check_digit' | 'vin_make' | 'vin_year' | 'value_adds_up' | 'loss_before_report';

const readingSchema = Type.Object(
  {
    vendor: vendorSchema,
    pages: Type.Integer(),
    ocr: Type.Boolean(),
    fields: fieldsSchema,
    checks: Type.Array(checkSchema),
    /** The owner of the vehicle; only compared with the case, for staff. */
    owner: textField,
    /** Further contents of a report of a known layout; readings stored before it was read do not have it. */
    contents: Type.Optional(contentsSchema),
  },
  closed,
);

/** The fields of a report with their confidence, and the checks between them. */
export type ReportReading = Static<typeof readingSchema>;
export type ReportFields = ReportReading['fields'];
export type ReportCheck = ReportReading['checks'][number];

const sentValue = nullable(Type.Union([Type.String(), Type.Number()]));

const differenceSchema = Type.Object({ field: Type.String(), sent: sentValue, read: sentValue }, closed);

/** Where the report differs from what the agent submitted; the agent's value stays (D-051). */
export type Difference = Static<typeof differenceSchema>;

export const documentSchema = Type.Object(
  {
    object: Type.Literal('document'),
    id: Type.String(),
    intake_id: Type.String(),
    sha256: Type.String(),
    size_bytes: Type.Integer(),
    reading: readingSchema,
    /** No field could be read with certainty: a staff member has to open it. */
    nothing_read: Type.Boolean(),
    differences: Type.Array(differenceSchema),
    /** When the file itself was removed, because its customer was never proven. */
    file_removed_at: nullable(Type.String()),
    created_at: Type.String(),
  },
  closed,
);

export type DocumentView = Static<typeof documentSchema>;
