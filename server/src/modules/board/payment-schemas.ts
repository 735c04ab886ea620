import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { paymentsSchema } from '#modules/checkout';
import { closingSchema } from '#modules/consultations';

const amount = nullable(Type.Integer());

/** What the owner can pay and has paid, who pays, how the link was sent, and what the case came to. */
export const boardPaymentsSchema = Type.Object(
  {
    ...paymentsSchema.properties,
    /** Who pays for what goes beyond the free consultation. */
    payer: Type.Enum(['owner', 'borrower', 'institution', 'plan'], { type: 'string' }),
    /** The messages with the link, newest first: whether each went out. */
    link_messages: Type.Array(
      Type.Object({ channel: Type.String(), state: Type.String(), at: Type.String(), held: Type.Boolean() }, closed),
    ),
    /** Charged or noted as paid, less refunds. */
    paid_cents: Type.Integer(),
    settled_at: nullable(Type.String()),
    /** Null where nobody knows it. */
    improvement_cents: amount,
    /** What is left of the improvement after what was paid. */
    saved_cents: amount,
  },
  closed,
);

export type BoardPayments = Static<typeof boardPaymentsSchema>;

export const boardClosingSchema = Type.Object(
  {
    ...closingSchema.properties,
    /** When it closes by itself unless something happens; null while money is held, saved or moving: it waits for that. */
    closes_at: nullable(Type.String()),
    /** By name; null when it closed by itself, or with what its owner or institution did. */
    closed_by: nullable(Type.String()),
  },
  closed,
);

export type BoardClosing = Static<typeof boardClosingSchema>;
