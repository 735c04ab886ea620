import { Type, type Static } from 'typebox';
import { filterText, pageOf, pageQuery } from '#lib/api/pagination';
import { closed, nullable } from '#lib/api/shapes';
import { milestoneNames } from '#modules/referrals';
import { lenderAnalyticsSchema } from './lender-schemas.ts';
import { analyticsSchema } from './schemas.ts';

/** The answer of the partner interface, plus the board's figures of one institution. */
export const portalAnalyticsSchema = Type.Object(
  {
    figures: analyticsSchema,
    lenders: lenderAnalyticsSchema,
    settlement_days: Type.Array(
      Type.Object(
        {
          month: Type.String({ description: 'Of the settlement, in UTC.' }),
          settled: Type.Integer({ description: 'Those whose borrower said yes to us, which is when the time begins.' }),
          median_days: nullable(Type.Number()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type PortalAnalytics = Static<typeof portalAnalyticsSchema>;

export const countedQuerySchema = Type.Object(
  {
    ...pageQuery,
    milestone: Type.Unsafe<(typeof milestoneNames)[number]>(Type.Enum([...milestoneNames], { type: 'string' })),
    from: Type.Optional(Type.String({ format: 'date' })),
    to: Type.Optional(Type.String({ format: 'date' })),
    /** Narrower than from and to. */
    month: Type.Optional(filterText(7)),
  },
  closed,
);
export type CountedQuery = Static<typeof countedQuerySchema>;

export const countedPageSchema = pageOf(
  Type.Object(
    {
      id: Type.String(),
      at: Type.String({ description: 'When it came to this milestone.' }),
      external_ref: nullable(Type.String()),
      status: Type.String(),
      vin: nullable(Type.String()),
      settlement_cents: nullable(Type.Integer()),
      improvement_cents: nullable(Type.Integer()),
      fee_cents: nullable(Type.Integer(), 'What the institution pays for it; null until it is settled.'),
      days_to_settlement: nullable(Type.Number(), 'From the borrower’s yes to the settlement.'),
      exposure: nullable(
        Type.Object({ before_cents: Type.Integer(), after_cents: Type.Integer() }, closed),
        'Of those listed by their settlement; null where it is not known.',
      ),
    },
    closed,
  ),
);
export type CountedPage = Static<typeof countedPageSchema>;
