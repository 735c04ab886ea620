import { prices } from './rules.ts';

type BorrowerPays = { readonly representationCents: number; readonly researchOffered: boolean };

/**
 * What a borrower can choose: representation for what is left after the institution's part, and research where it costs
 * less than that; undefined where nothing is left to pay.
 */
export const borrowerPays = (priceCents: number): BorrowerPays | undefined =>
  priceCents === 0
    ? undefined
    : { representationCents: priceCents, researchOffered: prices.researchCents < priceCents };
