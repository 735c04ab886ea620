import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

const dollars = nullable(Type.Integer());

/** The early market read, exactly as the contract lists its members. */
export const preliminarySchema = Type.Object(
  {
    vehicle_label: Type.String(),
    coverage: Type.Enum(['good', 'thin', 'none'], { type: 'string' }),
    sample_size: Type.Integer(),
    market: Type.Object({ low: dollars, mid: dollars, high: dollars }, closed),
    adjusted_mid: dollars,
    adjusted_range: nullable(Type.Object({ low: Type.Integer(), high: Type.Integer() }, closed)),
    gap_vs_offer_cents: nullable(Type.Integer()),
    snapshot_id: nullable(Type.String()),
    disclaimer: Type.String(),
  },
  closed,
);

export type Preliminary = Static<typeof preliminarySchema>;

const rangeSchema = nullable(Type.Object({ low: Type.Integer(), mid: Type.Integer(), high: Type.Integer() }, closed));

const comparableSchema = Type.Object(
  {
    source: Type.String(),
    source_id: Type.String(),
    vin: nullable(Type.String()),
    year: Type.Integer(),
    trim: nullable(Type.String()),
    price: Type.Integer(),
    miles: nullable(Type.Integer()),
    distance_miles: nullable(Type.Number()),
    state: nullable(Type.String()),
    dealer: nullable(Type.String()),
    first_seen_at: nullable(Type.String({ description: 'Since when it was seen at this price.' })),
    last_seen_at: Type.String(),
    fuel: nullable(Type.String()),
    url: nullable(Type.String({ description: 'Where it is advertised; http or https.' })),
    adjustment: nullable(
      Type.Integer({
        description: 'Whole dollars added to the price; null when it has no part in the adjusted range.',
      }),
    ),
    adjusted_price: nullable(Type.Integer()),
    adjustment_capped: Type.Boolean(),
  },
  closed,
);

const subjectSchema = Type.Object(
  {
    year: Type.Integer(),
    make: Type.String(),
    model: Type.String(),
    trim: nullable(Type.String()),
    trim_candidates: Type.Array(Type.String()),
    odometer: nullable(Type.Integer()),
    zip: nullable(Type.String()),
    state: nullable(Type.String()),
    fuel: nullable(Type.String()),
    body: nullable(Type.String()),
    drive: nullable(Type.String()),
    title_branded: nullable(Type.Boolean()),
    date_of_loss: nullable(Type.String()),
  },
  closed,
);

/** What staff see of a snapshot: every listing behind the figures. */
export const snapshotSchema = Type.Object(
  {
    id: Type.String(),
    method: Type.String(),
    vehicle_label: Type.String(),
    subject: subjectSchema,
    radius_miles: nullable(Type.Integer()),
    same_trim: Type.Boolean(),
    window: Type.Object(
      { from: Type.String(), until: Type.String() },
      { ...closed, description: 'The days in which the listings were seen, both included.' },
    ),
    widenings: Type.Array(Type.String(), {
      description:
        'What else counts because too little of the same year and trim was found, in the order it was admitted.',
    }),
    withheld: Type.Array(Type.Enum(['few', 'trims', 'unlisted trim', 'title', 'fuel'], { type: 'string' }), {
      description:
        'Why the figures cannot simply be compared with an offer. With good coverage adjusted is given all the same; with trims alone it spans them, and an offer outside it has a gap.',
    }),
    synthetic: Type.Boolean(),
    sample_size: Type.Integer(),
    market: rangeSchema,
    adjusted: rangeSchema,
    slope_dollars_per_mile: nullable(Type.Number()),
    year_share: nullable(Type.Number({ description: 'By how much a later model year costs more.' })),
    rates: Type.Enum(['model', 'general'], {
      type: 'string',
      description:
        'Whether the price of a mile and a year leans on the listings of this model or on our general table.',
    }),
    capped: Type.Integer(),
    taken_at: Type.String(),
    coverage: Type.Enum(['good', 'thin', 'none'], { type: 'string' }),
    basis: Type.String({ description: 'How the listed prices became the figures, in a sentence.' }),
    caveats: Type.Array(Type.String(), { description: 'What to say before the figures are relied on.' }),
    comparables: Type.Array(comparableSchema),
  },
  closed,
);

export type SnapshotView = Static<typeof snapshotSchema>;

export const snapshotParamsSchema = Type.Object({ snapshot_id: Type.String({ maxLength: 64 }) }, closed);
