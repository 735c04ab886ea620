import { createdQuery, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable, shownText } from '#lib/api/shapes';
import { Type, type Static } from 'typebox';
import { referralSchema, referralStatuses, type ReferralStatus } from '../schemas.ts';

const full = referralSchema.properties;
const status = Type.Unsafe<ReferralStatus>(Type.Enum([...referralStatuses], { type: 'string' }));

const filters = { ...createdQuery, status: Type.Optional(status) };

export const listQuerySchema = Type.Object({ ...pageQuery, ...filters }, closed);
export const csvQuerySchema = Type.Object(filters, closed);
export type ListFilter = Static<typeof csvQuerySchema>;

/** In a body, because what is looked for may be a person’s: addresses are written to logs and kept by browsers. */
export const searchSchema = Type.Object(
  {
    ...pageQuery,
    ...filters,
    q: shownText(2, 120, 'a VIN or its last six characters or more, a claim number, an external_ref, or a referral id'),
  },
  closed,
);
export type SearchQuery = Static<typeof searchSchema>;

/** What a list shows of a referral. */
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

/** A draft is whatever was typed so far; what it lacks is in the answer. */
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
