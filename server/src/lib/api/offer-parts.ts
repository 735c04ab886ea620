import {
  figureSources,
  improvementOf,
  sumOf,
  type Figure,
  type OfferParts,
  type PartName,
} from '#lib/numbers/offer-parts';
import { Type, type Static } from 'typebox';
import { closed, nullable } from './shapes.ts';

const most = 100_000_000;
const cents = Type.Integer({ minimum: 0, maximum: most });

/** What a person types of an offer or a settlement; a part that is left out is unknown. */
export const partsBodySchema = Type.Object(
  {
    value_cents: Type.Optional(cents),
    tax_cents: Type.Optional(cents),
    fees_cents: Type.Optional(cents),
    /** May be a deduction, such as for a vehicle that is kept. */
    other_cents: Type.Optional(Type.Integer({ minimum: -most, maximum: most })),
    deductible_cents: Type.Optional(cents),
    total_cents: Type.Optional(cents),
    /** An amount of which nobody knows what is in it. */
    stated_cents: Type.Optional(cents),
  },
  { ...closed, minProperties: 1 },
);
export type PartsBody = Static<typeof partsBodySchema>;

/** What staff typed, as parts. */
export function partsOf(body: PartsBody): OfferParts {
  const figures = Object.entries(body).map(([name, amount]) => [
    name.replace('_cents', ''),
    { cents: amount, from: 'staff' },
  ]);
  return Object.fromEntries(figures) as OfferParts;
}

const figureSchema = Type.Object(
  { cents: Type.Integer(), from: Type.Enum([...figureSources], { type: 'string' }) },
  closed,
);
const known = nullable(figureSchema);

const partsSchema = Type.Object(
  {
    value: known,
    tax: known,
    fees: known,
    other: known,
    deductible: known,
    total: known,
    stated: known,
    /** The total as stated, otherwise what the known parts come to. */
    sum_cents: nullable(Type.Integer()),
  },
  closed,
);

/** Both sides of the money, and what is between them. */
export const moneySchema = Type.Object(
  {
    offer: partsSchema,
    settlement: partsSchema,
    /** Value minus value; null while either value is unknown. */
    improvement_cents: nullable(Type.Integer()),
    missing: Type.Array(Type.Enum(['offer', 'settlement'], { type: 'string' })),
  },
  closed,
);
export type MoneyView = Static<typeof moneySchema>;

type Money = { readonly offer: OfferParts; readonly settlement: OfferParts };

export function toMoneyView({ offer, settlement }: Money): MoneyView {
  const improvement = improvementOf(offer, settlement);
  return {
    offer: toPartsView(offer),
    settlement: toPartsView(settlement),
    improvement_cents: improvement.kind === 'known' ? improvement.cents : null,
    missing: improvement.kind === 'known' ? [] : [...improvement.missing],
  };
}

function toPartsView(parts: OfferParts): MoneyView['offer'] {
  const of = (name: PartName | 'stated'): Figure | null => parts[name] ?? null;
  return {
    value: of('value'),
    tax: of('tax'),
    fees: of('fees'),
    other: of('other'),
    deductible: of('deductible'),
    total: of('total'),
    stated: of('stated'),
    sum_cents: parts.total?.cents ?? sumOf(parts) ?? null,
  };
}
