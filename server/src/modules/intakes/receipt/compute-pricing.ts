import { prices } from '#modules/checkout';

const { researchCents, representationCents, discountCents } = prices;

/** Prices as agents may quote them; list price minus discount always equals the price (D-035). */
export function computePricing(discountApplied: boolean) {
  const amount = discountApplied ? discountCents : 0;
  return {
    currency: 'USD',
    research: { list_cents: researchCents, your_price_cents: researchCents },
    representation: { list_cents: representationCents, your_price_cents: representationCents - amount },
    discount: {
      applied: discountApplied,
      amount_cents: amount,
      applies_to: 'representation',
      note: discountApplied
        ? '2500 cents off representation for customers submitted by an agent; research stays at list price and the amount carries to an upgrade. One discount per customer.'
        : 'No agent discount applies to this customer; one discount per customer.',
    },
  } as const;
}
