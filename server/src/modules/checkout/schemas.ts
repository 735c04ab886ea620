import { Type, type Static } from 'typebox';
import { filterText, pageQuery } from '#lib/api/pagination';
import { partsBodySchema } from '#lib/api/offer-parts';
import { closed, nullable } from '#lib/api/shapes';
import { consultationSchema } from '#modules/consultations';
import { paymentMethods } from './payment-store.ts';
import { refundReasons } from './refund-rules.ts';
import { products } from './rules.ts';
import { holdStates } from './transitions.ts';

const cents = (minimum: number) => Type.Integer({ minimum, maximum: 100_000_000 });

export const holdSchema = Type.Object(
  {
    object: Type.Literal('hold'),
    id: Type.String(),
    consultation_id: Type.String(),
    product: Type.Enum([...products], { type: 'string' }),
    /** A hold of money, alone or on a card that is also saved: its hold is placed again when it lapsed and the fee is due. */
    kind: Type.Enum(['hold', 'card'], { type: 'string' }),
    state: Type.Enum([...holdStates], { type: 'string' }),
    amount_cents: Type.Integer(),
    discount_cents: Type.Integer(),
    captured_cents: nullable(Type.Integer()),
    /** Refunded here or in the provider's dashboard, and when the last change was seen. */
    refunded_cents: Type.Integer(),
    refunded_at: nullable(Type.String()),
    dispute: nullable(
      Type.Object(
        {
          /** The provider's own status. */
          status: Type.String(),
          amount_cents: Type.Integer(),
          due_at: nullable(Type.String()),
          changed_at: Type.String(),
        },
        closed,
      ),
    ),
    /** Those requested here, oldest first. */
    refunds: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          amount_cents: Type.Integer(),
          reason: Type.Enum([...refundReasons], { type: 'string' }),
          state: Type.Enum(['requested', 'done', 'failed'], { type: 'string' }),
          requested_by: Type.String(),
          requested_at: Type.String(),
          failure: nullable(Type.String()),
        },
        closed,
      ),
    ),
    /** Paid and kept: less refunds, and less a dispute that was lost. */
    net_cents: Type.Integer(),
    /** The bank declined so often that staff cannot try again before the owner confirms or changes the card. */
    owner_must_act: Type.Boolean(),
    /** Previously paid for research; deducted when this hold for representation is charged. */
    credit_cents: Type.Integer(),
    terms_version: Type.String(),
    accepted_at: Type.String(),
    capture_before: nullable(Type.String()),
    /** Active, and its authorization ends within a day. */
    expires_soon: Type.Boolean(),
    /** The requested action, until the provider has done it. */
    wish: nullable(Type.Enum(['capture', 'release'], { type: 'string' })),
    wished_by: nullable(Type.String()),
    failure: nullable(Type.String()),
    created_at: Type.String(),
    held_at: nullable(Type.String()),
    /** When its hold last ended uncaptured, while the card stayed saved. */
    hold_lapsed_at: nullable(Type.String()),
    ended_at: nullable(Type.String()),
  },
  closed,
);

export type HoldView = Static<typeof holdSchema>;

export const holdListSchema = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(holdSchema),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
    /** When false, no product can be pre-authorized and receipts have no checkout links. */
    provider_configured: Type.Boolean(),
  },
  closed,
);

export const holdQuerySchema = Type.Object(
  {
    ...pageQuery,
    state: Type.Optional(Type.Enum([...holdStates], { type: 'string' })),
    product: Type.Optional(Type.Enum([...products], { type: 'string' })),
    consultation_id: Type.Optional(filterText(40)),
    expires_soon: Type.Optional(Type.Literal('true')),
    /** Only holds with an open dispute. */
    disputed: Type.Optional(Type.Literal('true')),
  },
  closed,
);

export type HoldQuery = Static<typeof holdQuerySchema>;

export const captureSchema = Type.Object(
  {
    amount_cents: Type.Optional(cents(1)),
    /** For a saved card: the staff member who charges it has seen the improvement in the insurer’s own documents. Recorded. */
    seen_on_paper: Type.Optional(Type.Boolean()),
    /** Why research is charged without a released appraisal. Recorded. */
    reason: Type.Optional(Type.String({ minLength: 3, maxLength: 300, pattern: '^[^\\u0000]*$' })),
  },
  closed,
);

export const refundSchema = Type.Object(
  {
    /** The whole remaining amount when absent. */
    amount_cents: Type.Optional(cents(1)),
    reason: Type.Enum([...refundReasons], { type: 'string' }),
    /** `refunded_cents` as the screen showed it, so that a request sent twice does not refund twice. */
    seen_refunded_cents: cents(0),
  },
  closed,
);

/**
 * Parts of the insurer's payment, of its first offer, or of both. An amount without parts does not show what it
 * includes, so it is stored as stated and is not used for a charge.
 */
export const settlementSchema = Type.Object(
  {
    settlement: Type.Optional(partsBodySchema),
    offer: Type.Optional(partsBodySchema),
    settlement_cents: Type.Optional(cents(0)),
    initial_offer_cents: Type.Optional(cents(0)),
  },
  { ...closed, minProperties: 1 },
);

export type SettlementBody = Static<typeof settlementSchema>;

export const deliveredSchema = Type.Object(
  {
    ...consultationSchema.properties,
    checkout: Type.Object(
      {
        research_url: nullable(Type.String()),
        representation_url: nullable(Type.String()),
        /** Why there are no links although the consultation was delivered. */
        note: nullable(Type.String()),
      },
      closed,
    ),
  },
  closed,
);

export type Delivered = Static<typeof deliveredSchema>;

const productName = Type.Unsafe<(typeof products)[number]>(Type.Enum([...products], { type: 'string' }));
const method = Type.Unsafe<(typeof paymentMethods)[number]>(Type.Enum([...paymentMethods], { type: 'string' }));

export const paymentSchema = Type.Object(
  {
    product: productName,
    amount_cents: cents(1),
    method,
    paid_on: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\u0000]*$' })),
  },
  closed,
);

export const paymentsSchema = Type.Object(
  {
    provider_configured: Type.Boolean(),
    /** The owner's checkout; null before delivery, and where another party pays. */
    checkout: nullable(
      Type.Object(
        {
          payer: Type.Unsafe<'owner' | 'borrower'>(Type.Enum(['owner', 'borrower'], { type: 'string' })),
          /** The page that lists everything; this is the link that is sent. */
          options_url: nullable(Type.String()),
          research_url: nullable(Type.String()),
          representation_url: nullable(Type.String()),
          /** Null when it is not offered. */
          research_cents: nullable(Type.Integer()),
          /** Before the discount of an agent, if any. */
          representation_cents: Type.Integer(),
          expires_at: Type.String(),
          over: Type.Boolean(),
          /** When the link was sent to the owner, first to last. */
          sent_at: Type.Array(Type.String()),
          may_send: Type.Boolean(),
        },
        closed,
      ),
    ),
    /** Payments outside the provider, as recorded by staff. */
    noted: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          product: productName,
          amount_cents: Type.Integer(),
          method,
          paid_on: Type.String(),
          note: nullable(Type.String()),
          noted_by: Type.String(),
          noted_at: Type.String(),
          voided_by: nullable(Type.String()),
          voided_at: nullable(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type PaymentsView = Static<typeof paymentsSchema>;
