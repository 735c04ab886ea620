import { Type, type Static } from 'typebox';
import { moneySchema } from '#lib/api/offer-parts';
import { closed, nullable } from '#lib/api/shapes';
import { services } from '#lib/jurisdictions/may-offer';

/** What the insurer offered and paid, what is between them, and what it costs. */
export const boardMoneySchema = Type.Object(
  {
    ...moneySchema.properties,
    settled_at: nullable(Type.String()),
    /** What may be offered where the claim is, by law and licence. */
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
         * What the improvement, the owner's acceptance and what was paid make of the fee. `included`: somebody else pays;
         * `nothing`: the improvement is too small; `not_accepted`: the owner has not accepted representation here.
         */
        verdict: Type.Enum(['due', 'paid', 'nothing', 'unknown', 'not_accepted', 'given_up', 'included'], {
          type: 'string',
        }),
        /** What the customer pays for representation in this case; null when somebody else pays all of it. */
        price_cents: nullable(Type.Integer()),
        /** Charged or noted as paid for anything, less refunds and lost disputes. */
        paid_cents: Type.Integer(),
        /** What is left of the price to be charged now; 0 unless it is due. */
        due_cents: Type.Integer(),
      },
      closed,
    ),
  },
  closed,
);
export type BoardMoney = Static<typeof boardMoneySchema>;
