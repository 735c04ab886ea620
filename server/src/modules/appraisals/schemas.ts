import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

const text = nullable(Type.String());
const count = nullable(Type.Integer());

const releaseReasons = ['included', 'paid_otherwise', 'goodwill'] as const;
export type ReleaseReason = (typeof releaseReasons)[number];
const reason = Type.Unsafe<ReleaseReason>(Type.Enum([...releaseReasons], { type: 'string' }));

const listing = {
  source: Type.String(),
  source_id: Type.String(),
  year: Type.Integer(),
  trim: text,
  price_cents: Type.Integer(),
  miles: count,
  distance_miles: nullable(Type.Number()),
  state: text,
  dealer: text,
  last_seen_at: Type.String(),
};

const usedSchema = Type.Object(
  {
    ...listing,
    /** Null where the price was not moved to the odometer of the vehicle. */
    adjustment_cents: count,
    /** Null where it does not count: the others are adjusted, and its odometer is unknown. */
    adjusted_cents: count,
    capped: Type.Boolean(),
  },
  closed,
);

const leftOutSchema = Type.Object({ ...listing, reason: Type.String() }, closed);

/** The findings about the insurer's own report, as the owner saw them. */
const annexedSchema = Type.Object(
  {
    kind: Type.Enum(['arithmetic', 'printed_fact', 'worth_asking'], { type: 'string' }),
    sentence: Type.Object({ en: Type.String(), es: Type.String() }, closed),
    pages: Type.Array(Type.Integer()),
    arithmetic: text,
  },
  closed,
);

/** The full content of an appraisal, stored as it is and recomputed only for comparison. */
export const inputsSchema = Type.Object(
  {
    format: Type.Literal(1),
    case_number: Type.String(),
    owner: text,
    subject: Type.Object(
      {
        vin: text,
        year: count,
        make: text,
        model: text,
        trim: text,
        state: text,
        date_of_loss: text,
        insurer: text,
        claim_number: text,
      },
      closed,
    ),
    snapshot: Type.Object(
      {
        id: Type.String(),
        method: Type.String(),
        taken_at: Type.String(),
        radius_miles: count,
        zip: text,
        state: text,
        same_trim: Type.Boolean(),
        synthetic: Type.Boolean(),
      },
      closed,
    ),
    adjustment: Type.Object(
      {
        odometer: count,
        slope_dollars_per_mile: nullable(Type.Number()),
        /** How much more a later model year costs, as a share; absent where no price was adjusted for its year. */
        year_share: Type.Optional(Type.Number()),
        cap_share: Type.Number(),
        capped: Type.Integer(),
      },
      closed,
    ),
    comparables: Type.Array(usedSchema),
    left_out: Type.Array(leftOutSchema),
    value_cents: Type.Integer(),
    low_cents: Type.Integer(),
    high_cents: Type.Integer(),
    offer: nullable(
      Type.Object({ cents: Type.Integer(), basis: Type.Enum(['value', 'stated'], { type: 'string' }) }, closed),
    ),
    remarks: text,
    limits: Type.Array(Type.String()),
    nature: Type.Array(Type.String()),
    /** Absent where the owner was shown nothing, as in all earlier versions. */
    insurer_report: Type.Optional(Type.Array(annexedSchema)),
    signer: Type.Object({ name: text, title: text }, closed),
    /** Null in a draft. */
    version: count,
    signed_on: text,
  },
  closed,
);

export type AppraisalInputs = Static<typeof inputsSchema>;
export type UsedListing = Static<typeof usedSchema>;
export type LeftOutListing = Static<typeof leftOutSchema>;

/** A line break is kept in remarks; other controls are not. */
const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$' });

export const draftBodySchema = Type.Object(
  {
    /** The revision that the client saw; 0 for none. A draft that was changed in the meantime is not overwritten. */
    revision: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    /** The market read of the case by default. */
    snapshot_id: Type.Optional(Type.String({ pattern: '^snap_[0-9A-Za-z]{24}$' })),
    left_out: Type.Array(
      Type.Object(
        {
          source: Type.String({ maxLength: 200 }),
          source_id: Type.String({ maxLength: 200 }),
          reason: words(300),
        },
        closed,
      ),
      { maxItems: 500 },
    ),
    remarks: Type.Optional(words(4000)),
    signer_name: Type.Optional(words(120)),
    signer_title: Type.Optional(words(120)),
  },
  closed,
);

export type DraftBody = Static<typeof draftBodySchema>;

export const releaseBodySchema = Type.Object(
  {
    revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    /** Why nothing is charged; required where nothing was pre-authorized. */
    reason: Type.Optional(reason),
  },
  closed,
);

export const withdrawBodySchema = Type.Object(
  { number: Type.Integer({ minimum: 1, maximum: 10_000 }), reason: words(300) },
  closed,
);

const planSchema = Type.Object(
  {
    /** Releasing records the delivery and opens the checkout. */
    delivers: Type.Boolean(),
    /** How the owner gets the link; `stopped` and `nobody`: not from us. */
    message: Type.Enum(['email', 'text', 'stopped', 'nobody', 'test'], { type: 'string' }),
    /** The effect on the money: a hold is captured, was already charged, is part of representation, or there is none. */
    payment: Type.Enum(['capture', 'by_hand', 'charged', 'included', 'none'], { type: 'string' }),
    payment_cents: count,
    reason_required: Type.Boolean(),
    /** Why it cannot be released now. */
    problems: Type.Array(Type.String()),
  },
  closed,
);

export type ReleasePlan = Static<typeof planSchema>;

const versionSchema = Type.Object(
  {
    number: Type.Integer(),
    state: Type.Enum(['current', 'superseded', 'withdrawn'], { type: 'string' }),
    value_cents: Type.Integer(),
    snapshot_id: Type.String(),
    inputs_sha256: Type.String(),
    url: Type.String(),
    reason: nullable(reason),
    released_by: Type.String(),
    released_at: Type.String(),
    withdrawn_at: text,
    withdrawn_reason: text,
  },
  closed,
);

export type VersionView = Static<typeof versionSchema>;

export const appraisalSchema = Type.Object(
  {
    object: Type.Literal('appraisal'),
    consultation_id: Type.String(),
    revision: Type.Integer(),
    draft: nullable(inputsSchema),
    draft_at: text,
    /** The market read that a draft is composed from; null when the case has none. */
    snapshot_id: text,
    /** Warnings for a staff member to check before the release. */
    warnings: Type.Array(Type.String()),
    versions: Type.Array(versionSchema),
    release: planSchema,
  },
  closed,
);

export type AppraisalView = Static<typeof appraisalSchema>;
