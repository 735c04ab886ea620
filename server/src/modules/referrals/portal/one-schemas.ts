import { Type, type Static } from 'typebox';
import { closed, nullable, shownText } from '#lib/api/shapes';
import { reviewRecordSchema } from '../review/schemas.ts';
import type { Editable } from '../rules.ts';
import { editSchema, referralSchema } from '../schemas.ts';

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
    /** Who of the institution sent it. */
    sent_by: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    pages: Type.Integer(),
    vendor: oneOf('ccc', 'mitchell', 'unknown'),
    /** Nothing of it could be read for certain: our team opens it. */
    nothing_read: Type.Boolean(),
    /** What was read of it for certain. */
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
    /** Where it differs from what the referral says now. */
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
    /** Sent with an edit, which is refused when the referral has changed since. */
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
    /** True for what is still to come. */
    ahead: Type.Boolean(),
    kind: Type.String(),
    text: Type.String(),
    /** Whose act it was; null where it was nobody's, or is not known. */
    by: nullable(oneOf('borrower', 'team', 'institution')),
    /** Which user of the institution, where the trail knows. */
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
    /** Edits by the API are known from the event log, which keeps so many days. */
    api_edits_days: Type.Integer(),
  },
  closed,
);
export type Timeline = Static<typeof timelineSchema>;

export const seenEditSchema = Type.Object({ version: Type.String({ maxLength: 64 }), changes: editSchema }, closed);

export const cancelSchema = Type.Object({ reason: Type.Optional(shownText(1, 200)) }, closed);
