import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';

/** Who pays for the offered products, and the price that the owner is told. */
export const paymentSchema = Type.Object(
  {
    payer: Type.Unsafe<'owner' | 'shared' | 'institution' | 'plan'>(
      Type.Enum(['owner', 'shared', 'institution', 'plan'], { type: 'string' }),
    ),
    /** In a sentence. */
    who: Type.String(),
    /** For a member: the code of the plan. */
    plan: nullable(Type.String()),
    items: Type.Array(
      Type.Object(
        {
          name: Type.Unsafe<'consultation' | 'research' | 'representation'>(
            Type.Enum(['consultation', 'research', 'representation'], { type: 'string' }),
          ),
          list_cents: Type.Integer(),
          discount_cents: Type.Integer({ description: 'The one discount of a customer whom an agent submitted.' }),
          institution_cents: Type.Integer({ description: 'What the institution or the plan pays of it.' }),
          price_cents: Type.Integer({ description: 'What the owner pays.' }),
          /** When it is charged. */
          charged: Type.String(),
        },
        closed,
      ),
    ),
  },
  closed,
);

export type Payment = Static<typeof paymentSchema>;
