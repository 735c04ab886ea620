import { Type, type Static } from 'typebox';
import { closed, nullable } from '#lib/api/shapes';
import { exposureTotalsSchema } from '#modules/figures';

/** The steps of a case, in order: each counts only cases that reached the previous one. */
export const funnelSteps = ['asked', 'confirmed', 'delivered', 'accepted', 'paid'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** Other counts of cases: an owner who calls us is never called, and a written appraisal is paid without a settlement. */
const figureSteps = [...funnelSteps, 'called', 'settled'] as const;
export type FigureStep = (typeof figureSteps)[number];

const step = Type.Unsafe<FunnelStep>(Type.Enum([...funnelSteps], { type: 'string' }));
/** States of card payments: money that is held, cards that are saved, money that was captured or released. */
export const holdFigures = ['held', 'saved', 'captured', 'released'] as const;
export type HoldFigure = (typeof holdFigures)[number];

const range = Type.Unsafe<'day' | 'week' | 'month'>(Type.Enum(['day', 'week', 'month'], { type: 'string' }));
const count = Type.Integer();
const cents = Type.Integer();

const period = {
  range: Type.Optional(range),
  on: Type.Optional(Type.String({ format: 'date', description: 'a day of the period; default: today' })),
};

export const figuresQuerySchema = Type.Object(period, closed);
export type FiguresQuery = Static<typeof figuresQuerySchema>;

/** The cases that a figure counts. With `outcome`, `staff_id` or an hour, those with such a call in the period. */
export const figureCasesQuerySchema = Type.Object(
  {
    ...period,
    step: Type.Optional(Type.Unsafe<FigureStep>(Type.Enum([...figureSteps], { type: 'string' }))),
    improvement: Type.Optional(Type.Enum(['known', 'unknown'], { type: 'string' })),
    hold: Type.Optional(Type.Unsafe<HoldFigure>(Type.Enum([...holdFigures], { type: 'string' }))),
    /** The product of the payment; alone it filters nothing. */
    product: Type.Optional(Type.Enum(['research', 'representation'], { type: 'string' })),
    platform: Type.Optional(Type.String({ maxLength: 200 })),
    institution_id: Type.Optional(Type.String({ maxLength: 100 })),
    staff_id: Type.Optional(Type.String({ maxLength: 100 })),
    outcome: Type.Optional(Type.String({ maxLength: 40 })),
    weekday: Type.Optional(Type.String({ pattern: '^[1-7]$' })),
    hour: Type.Optional(Type.String({ pattern: '^(\\d|1\\d|2[0-3])$' })),
  },
  closed,
);
export type FigureCasesQuery = Static<typeof figureCasesQuerySchema>;

const originSchema = Type.Object(
  {
    kind: Type.Unsafe<'platform' | 'institution'>(Type.Enum(['platform', 'institution'], { type: 'string' })),
    id: Type.String(),
    name: Type.String(),
    asked: count,
    confirmed: count,
    delivered: count,
    settled: count,
    paid: count,
    captured_cents: cents,
  },
  closed,
);

const personSchema = Type.Object(
  {
    staff_id: Type.String(),
    name: Type.String(),
    calls: count,
    reached: count,
    outcomes: Type.Array(Type.Object({ outcome: Type.String(), count }, closed)),
  },
  closed,
);

export const figuresSchema = Type.Object(
  {
    object: Type.Literal('board.figures'),
    at: Type.String(),
    zone: Type.String(),
    range,
    on: Type.String(),
    from: Type.String(),
    to: Type.String(),
    funnel: Type.Array(Type.Object({ step, count }, closed)),
    /** Half of the first calls were made within this time. */
    first_call: Type.Object({ median_s: nullable(Type.Integer()), called: count }, closed),
    /** Calls by weekday (1 is Monday) and hour in the team's zone; hours without calls are left out. */
    reach: Type.Array(Type.Object({ weekday: count, hour: count, calls: count, reached: count }, closed)),
    people: Type.Array(personSchema),
    /** Settled cases: how many have a known improvement, and the amount won in them. */
    improvement: Type.Object(
      {
        known: count,
        unknown: count,
        won_cents: cents,
        /** Of those with a known improvement: to how many the market read showed a gap to the offer, and to how many none. */
        with_gap: count,
        without_gap: count,
        /** Only those with a gap: its amount, and the amount won. */
        promised_cents: cents,
        won_with_gap_cents: cents,
      },
      closed,
    ),
    /** Referrals settled in this period, whenever they were made; null where there are too many to add up. */
    exposure: nullable(exposureTotalsSchema),
    holds: Type.Array(
      Type.Object(
        {
          product: Type.String(),
          /** Money is held on the card. */
          held: count,
          held_cents: cents,
          /** A card is saved, and nothing is held or charged; the cents are the most that may be charged. */
          saved: count,
          saved_cents: cents,
          captured: count,
          /** Less refunds and lost disputes. */
          captured_cents: cents,
          released: count,
          released_cents: cents,
        },
        closed,
      ),
    ),
    origins: Type.Array(originSchema),
  },
  closed,
);
export type Figures = Static<typeof figuresSchema>;
