import { Type, type Static } from 'typebox';
import { createdQuery, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable, shownText } from '#lib/api/shapes';
import { reviewRecordSchema } from '../review/schemas.ts';
import type { Editable } from '../rules.ts';
import { editSchema, referralSchema, referralStatuses, type ReferralStatus } from '../schemas.ts';

const full = referralSchema.properties;
const status = Type.Unsafe<ReferralStatus>(Type.Enum([...referralStatuses], { type: 'string' }));

const filters = { ...createdQuery, status: Type.Optional(status) };

export const listQuerySchema = Type.Object({ ...pageQuery, ...filters }, closed);
export const csvQuerySchema = Type.Object(filters, closed);
export type ListFilter = Static<typeof csvQuerySchema>;

/** In a body, because the search text may be personal: URLs are written to logs and kept by browsers. */
export const searchSchema = Type.Object(
  {
    ...pageQuery,
    ...filters,
    q: shownText(2, 120, 'a VIN or its last six characters or more, a claim number, an external_ref, or a referral id'),
  },
  closed,
);
export type SearchQuery = Static<typeof searchSchema>;

/** A referral as lists show it. */
const listedReferralSchema = Type.Object(
  {
    id: full.id,
    object: Type.Literal('portal.referral'),
    status: full.status,
    status_label: full.status_label,
    status_tone: full.status_tone,
    external_ref: full.external_ref,
    borrower: full.borrower,
    vehicle: full.vehicle,
    claim: Type.Object(
      { carrier: Type.String(), claim_number: Type.String(), date_of_loss: full.claim.properties.date_of_loss },
      closed,
    ),
    created_at: full.created_at,
    invitation_expires_at: full.invitation_expires_at,
  },
  closed,
);
export type ListedReferral = Static<typeof listedReferralSchema>;

export const listedPageSchema = pageOf(listedReferralSchema);

export const searchPageSchema = Type.Object(
  {
    ...listedPageSchema.properties,
    complete: Type.Boolean({ description: 'false: more begins with this than was looked at; ask for more of it' }),
  },
  closed,
);
export type SearchPage = Static<typeof searchPageSchema>;

/** A draft is the form's current content; the response lists missing members. */
export const draftSchema = Type.Object(
  { referral: Type.Unknown({ description: 'a body of POST /referrals' }) },
  closed,
);

const issue = { path: Type.String(), message: Type.String() };

export const checkedDraftSchema = Type.Object(
  {
    object: Type.Literal('portal.referral_check'),
    issues: Type.Array(Type.Object(issue, closed), { description: 'what POST /referrals would refuse it for' }),
    vehicle: nullable(
      Type.Object(
        {
          vin: Type.String(),
          year: nullable(Type.Integer()),
          make: nullable(Type.String()),
          model: nullable(Type.String()),
          check_digit: Type.Unsafe<'right' | 'wrong' | 'unknown'>(
            Type.Enum(['right', 'wrong', 'unknown'], { type: 'string' }),
          ),
        },
        closed,
      ),
      'what the VIN says',
    ),
    open_referral: nullable(Type.Object({ id: Type.String(), status }, closed), 'the open referral of this VIN'),
    warnings: Type.Array(Type.Object({ ...issue, code: Type.String() }, closed), {
      description: 'what is odd and refuses nothing',
    }),
  },
  closed,
);
export type CheckedDraft = Static<typeof checkedDraftSchema>;

const time = Type.String({ format: 'date-time' });
const oneOf = <T extends string>(...values: readonly T[]) => Type.Unsafe<T>(Type.Enum([...values], { type: 'string' }));

export const ofReferral = Type.Object({ referral_id: Type.String({ maxLength: 100 }) });
export const ofDocument = Type.Object({
  referral_id: Type.String({ maxLength: 100 }),
  sent_document_id: Type.String({ maxLength: 100 }),
});

const value = nullable(Type.Union([Type.String(), Type.Number()]));

const sentDocumentSchema = Type.Object(
  {
    object: Type.Literal('portal.referral_document'),
    id: Type.String(),
    file_name: Type.String(),
    size_bytes: Type.Integer(),
    sent_at: time,
    /** The institution's user who sent it. */
    sent_by: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    pages: Type.Integer(),
    vendor: oneOf('ccc', 'mitchell', 'unknown'),
    /** Nothing in it could be read with certainty: our team opens it. */
    nothing_read: Type.Boolean(),
    /** The values read with certainty. */
    read: Type.Object(
      {
        vin: nullable(Type.String()),
        offer_cents: nullable(Type.Integer()),
        insurer: nullable(Type.String()),
        claim_number: nullable(Type.String()),
        date_of_loss: nullable(Type.String()),
      },
      closed,
    ),
    /** Where it differs from the referral's current data. */
    differences: Type.Array(Type.Object({ field: Type.String(), stated: value, read: value }, closed)),
    can_download: Type.Boolean(),
  },
  closed,
);
export type SentDocumentView = Static<typeof sentDocumentSchema>;

export const portalReferralSchema = Type.Object(
  {
    object: Type.Literal('portal.referral'),
    referral: referralSchema,
    loss_day: Type.String({ format: 'date', description: 'the calendar day of the loss, as it was sent' }),
    /** Sent with an edit, which is refused if the referral has changed since. */
    version: Type.String(),
    /** Contacts are hidden from this caller. */
    masked: Type.Boolean(),
    can_edit: Type.Array(oneOf<Editable>('external_ref', 'borrower', 'vehicle', 'claim', 'liability')),
    can_cancel: Type.Boolean(),
    can_attest: Type.Boolean(),
    can_add_document: Type.Boolean(),
    review: nullable(reviewRecordSchema),
    documents: Type.Array(sentDocumentSchema),
  },
  closed,
);
export type PortalReferral = Static<typeof portalReferralSchema>;

const timelineEntrySchema = Type.Object(
  {
    at: time,
    /** True for expected future events. */
    ahead: Type.Boolean(),
    kind: Type.String(),
    text: Type.String(),
    /** The actor; null if there was none, or it is unknown. */
    by: nullable(oneOf('borrower', 'team', 'institution')),
    /** The institution's user, if the trail has it. */
    who: nullable(Type.String()),
    note: nullable(Type.String()),
    settlement_cents: nullable(Type.Integer()),
    improvement_cents: nullable(Type.Integer()),
  },
  closed,
);
export type TimelineEntry = Static<typeof timelineEntrySchema>;

export const timelineSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(timelineEntrySchema),
    /** API edits come from the event log, which covers this many days. */
    api_edits_days: Type.Integer(),
  },
  closed,
);
export type Timeline = Static<typeof timelineSchema>;

export const seenEditSchema = Type.Object({ version: Type.String({ maxLength: 64 }), changes: editSchema }, closed);

export const cancelSchema = Type.Object({ reason: Type.Optional(shownText(1, 200)) }, closed);
