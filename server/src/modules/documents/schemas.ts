import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { contentsSchema } from './report-schemas.ts';

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
    /** `unknown` when the report does not print what is needed. */
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
    /** Whose vehicle it is; only compared with the case, for staff. */
    owner: textField,
    /** What else a report of a known layout says; readings stored before it was read do not have it. */
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
    /** Nothing of it could be read for certain: a person has to open it. */
    nothing_read: Type.Boolean(),
    differences: Type.Array(differenceSchema),
    /** When the file itself was removed, because nobody proved to be the customer. */
    file_removed_at: nullable(Type.String()),
    created_at: Type.String(),
  },
  closed,
);

export type DocumentView = Static<typeof documentSchema>;
