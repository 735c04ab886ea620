import { Type, type Static } from 'typebox';
import { moneySchema } from '#lib/api/offer-parts';
import { closed, nullable } from '#lib/api/shapes';
import { services } from '#lib/jurisdictions/may-offer';

/** The insurer's offer and payment, the difference, and the price. */
export const boardMoneySchema = Type.Object(
  {
    ...moneySchema.properties,
    settled_at: nullable(Type.String()),
    /** The products that may be offered in the state of the claim, by law and license. */
    services: Type.Array(
      Type.Object(
        {
          service: Type.Enum([...services], { type: 'string' }),
          offered: Type.Boolean(),
          why: nullable(Type.Enum(['not_set', 'turned_off', 'licence_ended'], { type: 'string' })),
          licence: nullable(Type.String()),
          ends_on: nullable(Type.String()),
        },
        closed,
      ),
    ),
    state: nullable(Type.String()),
    fee: Type.Object(
      {
        /**
         * The state of the fee, by improvement, acceptance and payments. `included`: another party pays; `nothing`:
         * the improvement is too small; `not_accepted`: the owner has not accepted representation here.
         */
        verdict: Type.Enum(['due', 'paid', 'nothing', 'unknown', 'not_accepted', 'given_up', 'included'], {
          type: 'string',
        }),
        /** The customer's price for representation in this case; null when another party pays all of it. */
        price_cents: nullable(Type.Integer()),
        /** Charges and recorded payments for any product, less refunds and lost disputes. */
        paid_cents: Type.Integer(),
        /** The remaining price to be charged now; 0 unless it is due. */
        due_cents: Type.Integer(),
      },
      closed,
    ),
  },
  closed,
);
export type BoardMoney = Static<typeof boardMoneySchema>;
