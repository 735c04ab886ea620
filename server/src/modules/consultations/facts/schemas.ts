import { Type, type Static } from 'typebox';
import { closed, nullable, shownText } from '#lib/api/shapes';
import { staffFields } from './rules.ts';

const text = (max: number) => Type.Optional(nullable(Type.String({ maxLength: max })));
const whole = (minimum: number, maximum: number) => Type.Optional(nullable(Type.Integer({ minimum, maximum })));

/** A null marks the fact as unknown after all. */
const changesSchema = Type.Object(
  {
    vin: text(40),
    year: whole(1900, 2100),
    make: text(60),
    model: text(80),
    trim: text(80),
    odometer: whole(0, 2_000_000),
    title: text(20),
    condition: text(2000),
    date_of_loss: Type.Optional(nullable(Type.String({ format: 'date' }))),
    zip: Type.Optional(nullable(Type.String({ pattern: '^\\d{5}(-\\d{4})?$', maxLength: 10 }))),
    loss_state: text(2),
    insurer: text(120),
    claim_number: text(60),
    payoff_cents: whole(0, 100_000_000),
    deductible_cents: whole(0, 10_000_000),
    first_name: text(80),
    last_name: text(80),
    email: text(254),
    phone: text(40),
  },
  closed,
);

const fieldName = Type.Enum([...staffFields], { type: 'string' });

export const changeFactsSchema = Type.Object(
  {
    seen: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'the version that the change is based on' }),
    changes: changesSchema,
    withdrawn: Type.Optional(
      Type.Array(fieldName, {
        maxItems: staffFields.length,
        description: 'fields whose team statements are withdrawn',
      }),
    ),
  },
  closed,
);

const value = nullable(Type.Union([Type.String(), Type.Number()]));
const source = nullable(
  Type.Enum(['staff', 'customer', 'report', 'agent', 'institution', 'plate', 'listing', 'VIN'], { type: 'string' }),
  'who stated it; null if unknown',
);

const factSchema = Type.Object(
  {
    field: fieldName,
    /** For a phone number, the last digits only: the whole number is for the caller who has the case. */
    value,
    from: source,
    /** The staff member who stated it, and when. */
    by: nullable(Type.String()),
    at: nullable(Type.String()),
    /** The statements of the other sources. */
    sent: value,
    report: value,
  },
  closed,
);

const factChangeSchema = Type.Object(
  {
    field: Type.Enum([...staffFields, 'offer_cents'], { type: 'string' }),
    value,
    withdrawn: Type.Boolean(),
    before: value,
    before_from: source,
    /** Null for the customer, on their own page. */
    by: nullable(Type.String()),
    at: Type.String(),
    version: Type.Integer(),
  },
  closed,
);

const dollars = nullable(Type.Integer());

const marketFiguresSchema = Type.Object(
  {
    label: Type.String(),
    coverage: Type.String(),
    sample_size: Type.Integer(),
    mid: dollars,
    adjusted_mid: dollars,
    gap_cents: nullable(Type.Integer()),
    snapshot_id: nullable(Type.String()),
  },
  closed,
);

const viewMembers = {
  object: Type.Literal('case.facts'),
  consultation_id: Type.String(),
  version: Type.Integer(),
  fields: Type.Array(factSchema),
  /** Newest first. */
  history: Type.Array(factChangeSchema),
  market: nullable(marketFiguresSchema),
};

export const factsViewSchema = Type.Object(viewMembers, closed);

export type FactsView = Static<typeof factsViewSchema>;

export const changedFactsSchema = Type.Object({ ...viewMembers, market_before: nullable(marketFiguresSchema) }, closed);

export type ChangedFacts = Static<typeof changedFactsSchema>;

export const vinSchema = Type.Object({ vin: shownText(1, 40) }, closed);

export const decodedVinSchema = Type.Object(
  {
    object: Type.Literal('decoded_vin'),
    vin: Type.String(),
    complete: Type.Boolean(),
    year: nullable(Type.Integer()),
    make: nullable(Type.String()),
    model: nullable(Type.String()),
    series: nullable(Type.String()),
    trims: Type.Array(Type.String(), { description: 'candidates by vPIC, never a fact, not even a single one' }),
    body: nullable(Type.String()),
    engine: nullable(Type.String()),
    displacement_l: nullable(Type.Number()),
    cylinders: nullable(Type.Integer()),
    fuel: nullable(Type.String()),
    drive: nullable(Type.String()),
    check_digit: Type.Enum(['right', 'wrong', 'unknown'], { type: 'string' }),
    confidence: nullable(Type.Enum(['high', 'medium', 'low'], { type: 'string' })),
  },
  closed,
);

export type DecodedVinView = Static<typeof decodedVinSchema>;

export const consultationParamsSchema = Type.Object({ consultation_id: Type.String({ maxLength: 64 }) }, closed);
