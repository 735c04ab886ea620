/** Who said a figure. */
export const figureSources = ['agent', 'institution', 'customer', 'report', 'staff'] as const;
export type FigureSource = (typeof figureSources)[number];

export type Figure = { readonly cents: number; readonly from: FigureSource };

/** The parts of what an insurer offers or pays, as reports print them. */
const partNames = ['value', 'tax', 'fees', 'other', 'deductible', 'total'] as const;
export type PartName = (typeof partNames)[number];

/**
 * What an insurer offers or pays. A part that is absent is unknown, which is not zero. `value` is what the vehicle is
 * worth to the insurer before tax, fees and the deductible; a figure of which nobody knows whether it is that, is `stated`.
 */
export type OfferParts = { readonly [Name in PartName]?: Figure | undefined } & {
  readonly stated?: Figure | undefined;
};

export type Improvement =
  | { readonly kind: 'known'; readonly cents: number }
  /** Whose vehicle value is not known. */
  | { readonly kind: 'unknown'; readonly missing: readonly ('offer' | 'settlement')[] };

/** Value minus value, nothing else: tax, fees and the deductible never make a better offer. */
export function improvementOf(offer: OfferParts, settlement: OfferParts): Improvement {
  if (offer.value !== undefined && settlement.value !== undefined)
    return { kind: 'known', cents: settlement.value.cents - offer.value.cents };
  const missing = [
    ...(offer.value === undefined ? (['offer'] as const) : []),
    ...(settlement.value === undefined ? (['settlement'] as const) : []),
  ];
  return { kind: 'unknown', missing };
}

/** What all known parts come to: the deductible is taken off, everything else is added. Undefined without a value. */
export function sumOf({ value, tax, fees, other, deductible }: OfferParts): number | undefined {
  if (value === undefined) return undefined;
  const added = [value, tax, fees, other].reduce((sum, figure) => sum + (figure?.cents ?? 0), 0);
  return added - (deductible?.cents ?? 0);
}

/** Later and stronger words win, part by part: the team over a report over what the customer says over what was submitted. */
const strength: Readonly<Record<FigureSource, number>> = {
  agent: 1,
  institution: 1,
  customer: 2,
  report: 3,
  staff: 4,
};

const figureNames = [...partNames, 'stated'] as const;

/** One set of parts of two; of figures of equal sources that of `later` counts. */
export function mergeParts(earlier: OfferParts, later: OfferParts): OfferParts {
  const merged = figureNames.flatMap((name) => {
    const [one, other] = [earlier[name], later[name]];
    const figure = one !== undefined && other !== undefined && strength[one.from] > strength[other.from] ? one : other;
    const kept = figure ?? one;
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(merged);
}

/** The parts that others than this source said. */
export const withoutSource = (parts: OfferParts, source: FigureSource): OfferParts =>
  Object.fromEntries(Object.entries(parts).filter(([, figure]) => figure !== undefined && figure.from !== source));

/** The one amount to show where there is room for one: the value, else what was stated, else the total. */
export const amountOf = ({ value, stated, total }: OfferParts): number | undefined => (value ?? stated ?? total)?.cents;

/** Parts as they are stored beside the one amount. */
export const readParts = (stored: unknown): OfferParts => (stored ?? {}) as OfferParts;
