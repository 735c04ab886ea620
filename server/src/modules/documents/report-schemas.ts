import { Type, type Static, type TSchema } from 'typebox';
import { closed } from '#lib/api/shapes';

const enumOf = <T extends string>(...values: readonly T[]) =>
  Type.Unsafe<T>(Type.Enum([...values], { type: 'string' }));

/** Something that a report prints, with where it stands and how certain the reading is. */
const printed = <T extends TSchema>(value: T) =>
  Type.Object(
    {
      value,
      /** `high` only where a label, its column and every identity that touches it agree. */
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

/** The lines of the sum on the first page, by what they mean. */
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
    /** What the loss vehicle and this one have, where both are printed. */
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
    /** The list price beside a take price. */
    list_price: Type.Optional(cents),
    vin: Type.Optional(text),
    /** Part of its VIN is hidden: eleven characters and six that stand for others; never an identity. */
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

/** Identities of printed figures; `unknown` when the report does not print what is needed. */
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

/** What a report says beside the fields of the vehicle and the claim. */
export const contentsSchema = Type.Object(
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
