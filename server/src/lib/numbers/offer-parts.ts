/** The source of a figure. */
export const figureSources = ['agent', 'institution', 'customer', 'report', 'staff'] as const;
export type FigureSource = (typeof figureSources)[number];

export type Figure = { readonly cents: number; readonly from: FigureSource };

/** The parts of what an insurer offers or pays, as reports print them. */
const partNames = ['value', 'tax', 'fees', 'other', 'deductible', 'total'] as const;
export type PartName = (typeof partNames)[number];

/**
 * An insurer's offer or payment. A missing part is unknown, which is not zero. `value` is the vehicle's worth to the
 * insurer before tax, fees and the deductible; a figure that may or may not be the value is `stated`.
 */
export type OfferParts = { readonly [Name in PartName]?: Figure | undefined } & {
  readonly stated?: Figure | undefined;
};

export type Improvement =
  | { readonly kind: 'known'; readonly cents: number }
  /** Whose vehicle value is not known. */
  | { readonly kind: 'unknown'; readonly missing: readonly ('offer' | 'settlement')[] };

/** Value minus value only: tax, fees and the deductible never count as an improvement. */
export function improvementOf(offer: OfferParts, settlement: OfferParts): Improvement {
  if (offer.value !== undefined && settlement.value !== undefined)
    return { kind: 'known', cents: settlement.value.cents - offer.value.cents };
  const missing = [
    ...(offer.value === undefined ? (['offer'] as const) : []),
    ...(settlement.value === undefined ? (['settlement'] as const) : []),
  ];
  return { kind: 'unknown', missing };
}

/** The sum of all known parts: the deductible is subtracted, the others are added. Undefined without a value. */
export function sumOf({ value, tax, fees, other, deductible }: OfferParts): number | undefined {
  if (value === undefined) return undefined;
  const added = [value, tax, fees, other].reduce((sum, figure) => sum + (figure?.cents ?? 0), 0);
  return added - (deductible?.cents ?? 0);
}

/** The strength of sources. For each part, the team overrides a report, a report the customer, and the customer the submission. */
const strength: Readonly<Record<FigureSource, number>> = {
  agent: 1,
  institution: 1,
  customer: 2,
  report: 3,
  staff: 4,
};

const figureNames = [...partNames, 'stated'] as const;

/** Merges two sets of parts; of figures with equal sources, the one in `later` wins. */
export function mergeParts(earlier: OfferParts, later: OfferParts): OfferParts {
  const merged = figureNames.flatMap((name) => {
    const [one, other] = [earlier[name], later[name]];
    const figure = one !== undefined && other !== undefined && strength[one.from] > strength[other.from] ? one : other;
    const kept = figure ?? one;
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(merged);
}

/** The parts from other sources than this one. */
export const withoutSource = (parts: OfferParts, source: FigureSource): OfferParts =>
  Object.fromEntries(Object.entries(parts).filter(([, figure]) => figure !== undefined && figure.from !== source));

/** The one amount to show where space allows only one: the value, else the stated amount, else the total. */
export const amountOf = ({ value, stated, total }: OfferParts): number | undefined => (value ?? stated ?? total)?.cents;

/** Parts as they are stored beside the one amount. */
export const readParts = (stored: unknown): OfferParts => (stored ?? {}) as OfferParts;
