import { Type, type Static } from 'typebox';
import { filterText, pageQuery } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';
import { consultationSchema } from '#modules/consultations';
import { products } from './rules.ts';
import { holdStates } from './transitions.ts';

const cents = (minimum: number) => Type.Integer({ minimum, maximum: 100_000_000 });

export const holdSchema = Type.Object(
  {
    object: Type.Literal('hold'),
    id: Type.String(),
    consultation_id: Type.String(),
    product: Type.Enum([...products], { type: 'string' }),
    state: Type.Enum([...holdStates], { type: 'string' }),
    amount_cents: Type.Integer(),
    discount_cents: Type.Integer(),
    captured_cents: nullable(Type.Integer()),
    /** Refunded in the provider's dashboard, and when that was last seen to change. */
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
    /** Paid for research before; deducted when this hold for representation is charged. */
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
    /** When false, nobody can pre-authorize anything and receipts have no checkout links. */
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

export const captureSchema = Type.Object({ amount_cents: Type.Optional(cents(1)) }, closed);

export const settlementSchema = Type.Object(
  { settlement_cents: cents(0), initial_offer_cents: Type.Optional(cents(0)) },
  closed,
);

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
