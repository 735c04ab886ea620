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

/** The parts of an offer or a settlement as typed; a missing part is unknown. */
export const partsBodySchema = Type.Object(
  {
    value_cents: Type.Optional(cents),
    tax_cents: Type.Optional(cents),
    fees_cents: Type.Optional(cents),
    /** May be a deduction, for example for a vehicle that the owner keeps. */
    other_cents: Type.Optional(Type.Integer({ minimum: -most, maximum: most })),
    deductible_cents: Type.Optional(cents),
    total_cents: Type.Optional(cents),
    /** An amount with unknown components. */
    stated_cents: Type.Optional(cents),
  },
  { ...closed, minProperties: 1 },
);
export type PartsBody = Static<typeof partsBodySchema>;

/** Converts the typed parts. */
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
    /** The stated total, otherwise the sum of the known parts. */
    sum_cents: nullable(Type.Integer()),
  },
  closed,
);

/** The offer, the settlement, and the difference. */
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
