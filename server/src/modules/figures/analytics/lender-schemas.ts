import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { exposureMonthsSchema, exposureTotalsSchema } from '../exposure/schemas.ts';

const count = Type.Integer();

const cohortSchema = Type.Object(
  {
    month: Type.String({ description: 'Of the first invitation, in UTC.' }),
    invited: count,
    activated: Type.Integer({ description: 'Of those invited in this month, whenever they said yes.' }),
    open: Type.Integer({ description: 'May still say yes; above zero the rate is not final.' }),
    activation_rate: Type.Number({ description: 'Activated of invited, with four decimals.' }),
  },
  closed,
);

/** The team's additions to the analytics of the partner interface, which stay unchanged (T7). */
export const lenderAnalyticsSchema = Type.Object(
  {
    object: Type.Literal('analytics.lenders'),
    livemode: Type.Boolean(),
    institution_id: nullable(Type.String(), 'Null: of every institution.'),
    from: Type.String(),
    to: Type.String(),
    currency: Type.Literal('USD'),
    /** Null where there are too many settlements to add up; a shorter period has them. */
    exposure: nullable(Type.Object({ totals: exposureTotalsSchema, by_month: exposureMonthsSchema }, closed)),
    activation: Type.Array(cohortSchema),
  },
  closed,
);
export type LenderAnalytics = Static<typeof lenderAnalyticsSchema>;
