import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { paymentsSchema } from '#modules/checkout';
import { closingSchema } from '#modules/consultations';

const amount = nullable(Type.Integer());

/** The owner's options and payments, the payer, the sent links, and the result of the case. */
export const boardPaymentsSchema = Type.Object(
  {
    ...paymentsSchema.properties,
    /** Who pays for services beyond the free consultation. */
    payer: Type.Enum(['owner', 'borrower', 'institution', 'plan'], { type: 'string' }),
    /** The messages with the link, newest first, and whether each was sent. */
    link_messages: Type.Array(
      Type.Object({ channel: Type.String(), state: Type.String(), at: Type.String(), held: Type.Boolean() }, closed),
    ),
    /** Charges and recorded payments, less refunds. */
    paid_cents: Type.Integer(),
    settled_at: nullable(Type.String()),
    /** Null where it is unknown. */
    improvement_cents: amount,
    /** The improvement less the payments. */
    saved_cents: amount,
  },
  closed,
);

export type BoardPayments = Static<typeof boardPaymentsSchema>;

export const boardClosingSchema = Type.Object(
  {
    ...closingSchema.properties,
    /** When it closes automatically if nothing happens; null while money is held, saved or moving, because closing waits for that. */
    closes_at: nullable(Type.String()),
    /** By name; null when it closed automatically or by an action of its owner or institution. */
    closed_by: nullable(Type.String()),
  },
  closed,
);

export type BoardClosing = Static<typeof boardClosingSchema>;
