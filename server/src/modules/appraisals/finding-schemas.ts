import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

const enumOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Enum([...values], { type: 'string' }));

/**
 * `arithmetic`: printed figures that are inconsistent. `printed_fact`: a printed fact that differs from another one.
 * `worth_asking`: no contradiction, but an owner may ask for the reason.
 */
export const findingKinds = ['arithmetic', 'printed_fact', 'worth_asking'] as const;
export type FindingKind = (typeof findingKinds)[number];

const findingCodes = [
  'offer_sum',
  'total_sum',
  'valuation_mean',
  'tax_rate',
  'condition_rows',
  'condition_line',
  'refurbishment_rows',
  'base_mean',
  'base_range',
  'comparable_total',
  'comparable_sum',
  'printed_twice',
  'own_odometer',
  'comparable_odometer',
  'vin_year',
  'vin_make',
  'vin_model',
  'comparable_vin_year',
  'comparable_engine',
  'case_vin',
  'case_year',
  'case_make',
  'case_model',
  'case_trim',
  'case_odometer',
  'case_date_of_loss',
  'projected_sold',
  'uniform_condition',
  'take_price',
  'beyond_radius',
  'far_away',
  'old_listing',
  'other_year',
  'other_trim',
  'few_comparables',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** A figure of the report, and its position. */
const markSchema = Type.Object(
  {
    page: Type.Integer(),
    /** In points from the upper left of the page: left, top, right, bottom; null where only the page is known. */
    box: nullable(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
    /** The report's own label. */
    label: Type.String(),
    printed: Type.String(),
  },
  closed,
);

/** One sentence in each language that customers read. */
const sentenceSchema = Type.Object({ en: Type.String(), es: Type.String() }, closed);

const findingSchema = Type.Object(
  {
    /** Its id within its document. */
    id: Type.String(),
    document_id: Type.String(),
    kind: enumOf(findingKinds),
    code: enumOf(findingCodes),
    /** Whether every figure behind it was read with certainty; otherwise a staff member has to compare it with the page. */
    certain: Type.Boolean(),
    marks: Type.Array(markSchema, { maxItems: 100 }),
    /** Our calculation, in figures only; null where nothing is calculated. */
    arithmetic: nullable(Type.String()),
    /** How much the calculation differs from the printed figure; null where that is not exact. */
    moves_cents: nullable(Type.Integer()),
    sentence: sentenceSchema,
  },
  closed,
);

export type ReportFinding = Static<typeof findingSchema>;
export type FindingMark = Static<typeof markSchema>;

const releaseSchema = Type.Object(
  {
    released_by: Type.String(),
    released_at: Type.String(),
    /** As they were at that moment, whatever is found later. */
    findings: Type.Array(findingSchema),
  },
  closed,
);

export const reportCheckSchema = Type.Object(
  {
    object: Type.Literal('report_check'),
    consultation_id: Type.String(),
    documents: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          vendor: Type.String(),
          pages: Type.Integer(),
          /** Whether enough was read to check anything. */
          checked: Type.Boolean(),
          /** Whether its pages can still be drawn. */
          has_file: Type.Boolean(),
        },
        closed,
      ),
    ),
    findings: Type.Array(findingSchema),
    /** Identifies these findings, so that a release names the ones that staff saw. */
    fingerprint: Type.String(),
    /** The findings that the customer sees now; null where none are released. */
    released: nullable(releaseSchema),
  },
  closed,
);

export type ReportCheckView = Static<typeof reportCheckSchema>;

export const releaseBodySchema = Type.Object(
  {
    fingerprint: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    /** The findings to show to the customer. An uncertain one may be included only after comparing it with the page. */
    finding_ids: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 1000 }),
  },
  closed,
);
