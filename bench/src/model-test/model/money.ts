// Prices, holds and saved cards (D-016, D-035 and D-037).
import { dayMs } from './hours.ts';
import type { Contacts, ContactBook, Promised } from './contact-book.ts';

const researchCents = 19_900;
export const representationCents = 49_700;
const discountCents = 2_500;
/** Representation is charged from this improvement on. */
export const improvementCents = 100_000;

/** Submitted dollars in cents: half a cent is rounded up in decimal notation, not in binary fractions. */
export const dollarsToCents = (dollars: number): number => Math.round(Number((dollars * 100).toFixed(4)));

export type Product = 'research' | 'representation';

export type Hold = {
  id: string;
  readonly product: Product;
  /** For representation a card is saved too, and stays after its hold has lapsed. */
  state: 'page_open' | 'held' | 'saved' | 'captured' | 'released' | 'expired' | 'failed';
  readonly amountCents: number;
  readonly discountCents: number;
  capturedCents: number | null;
  /** The provider's page, until it is used or abandoned. */
  readonly session: string;
  readonly pageUntil: number;
  captureBefore: number | undefined;
  /** When the service next checks a hold with a saved card, unless the provider reports a change first. */
  checkAt?: number;
};

export type Checkout = {
  readonly contacts: Contacts;
  /** Earlier when its case is closed. */
  expiresAt: number;
  /** The agent's discount, if the receipt promised it. */
  readonly promise: Promised | undefined;
  /** The discount was used here and stays with this checkout. */
  used: boolean;
  paths: Readonly<Record<Product, string>>;
  readonly holds: Hold[];
};

const standing = new Set(['held', 'saved']);

/** Staff may charge or release it. */
export const isStanding = ({ state }: Pick<Hold, 'state'>): boolean => standing.has(state);

const settled = new Set([...standing, 'captured', 'released']);

const has = ({ holds }: Checkout, wanted: Product): boolean =>
  holds.some(({ product, state }) => product === wanted && settled.has(state));

/** A product that includes this one is already pre-authorized. */
export const isTaken = (checkout: Checkout, product: Product): boolean =>
  has(checkout, 'representation') || has(checkout, product);

export const isOffered = (checkout: Checkout, product: Product, now: number): boolean =>
  now < checkout.expiresAt && !isTaken(checkout, product);

/** The price of accepting now, and the discount in it, which accepting uses up. */
export function acceptPrice(
  checkout: Checkout,
  product: Product,
  people: ContactBook,
): Pick<Hold, 'amountCents' | 'discountCents'> {
  if (product === 'research') return { amountCents: researchCents, discountCents: 0 };
  checkout.used ||= checkout.promise !== undefined && people.consume(checkout.contacts, checkout.promise);
  const less = checkout.used ? discountCents : 0;
  return { amountCents: representationCents - less, discountCents: less };
}

/** The amount paid for research counts toward representation. */
export const creditOf = (checkout: Checkout | undefined, { product }: Hold): number =>
  product === 'research'
    ? 0
    : (checkout?.holds ?? []).reduce(
        (sum, one) => sum + (one.product === 'research' && one.state === 'captured' ? (one.capturedCents ?? 0) : 0),
        0,
      );

type Figures = { readonly offerCents: number | undefined; readonly settlementCents: number | undefined };

const improvementOf = ({ offerCents, settlementCents }: Figures): number | undefined =>
  offerCents === undefined || settlementCents === undefined ? undefined : settlementCents - offerCents;

/** The code of the reason why a hold is not captured; undefined if it is captured. */
export function captureRefusal(
  hold: Hold,
  figures: Figures & { readonly creditCents: number },
  wantedCents: number | undefined,
): string | undefined {
  if (!isStanding(hold)) return 'invalid_state';
  if ((wantedCents ?? 0) > hold.amountCents - figures.creditCents) return 'capture_too_much';
  if (hold.product === 'research') return undefined;
  const improvement = improvementOf(figures);
  if (improvement === undefined) return 'improvement_unknown';
  return improvement >= improvementCents ? undefined : 'improvement_too_small';
}

/** The improvement is too small, so the customer is not asked to place the hold again. */
export const isNothingDue = ({ product }: Hold, figures: Figures): boolean =>
  product === 'representation' && (improvementOf(figures) ?? improvementCents) < improvementCents;

type Ended = Figures & { readonly settledAt: number | undefined; readonly closedAt: number | undefined };

/** A saved card is removed three days after a settlement without a fee, which is time to correct it (0048). */
const correctionMs = 3 * dayMs;

/** No amount is due now or later: closed without a settlement, or settled without a fee. */
export function isCardUnwanted(hold: Hold, { settledAt, closedAt, ...figures }: Ended, now: number): boolean {
  if (settledAt === undefined) return closedAt !== undefined;
  return (closedAt !== undefined || now >= settledAt + correctionMs) && isNothingDue(hold, figures);
}

/**
 * Representation includes the research: of two holds the research is released, whichever came first. It may be chosen
 * again if representation lapses.
 */
export function coverResearch(checkout: Checkout): void {
  if (!isResearchIncluded(checkout)) return;
  for (const hold of checkout.holds) if (hold.product === 'research' && hold.state === 'held') hold.state = 'failed';
}

export const isResearchIncluded = ({ holds }: Checkout): boolean =>
  holds.some((hold) => hold.product === 'representation' && (isStanding(hold) || hold.state === 'captured'));

export const pricingOf = (applied: boolean) => ({
  currency: 'USD',
  research: { list_cents: researchCents, your_price_cents: researchCents },
  representation: {
    list_cents: representationCents,
    your_price_cents: representationCents - (applied ? discountCents : 0),
  },
  discount: {
    applied,
    amount_cents: applied ? discountCents : 0,
    applies_to: 'representation',
    note: (note: unknown) =>
      typeof note === 'string' && note.startsWith(applied ? '2500 cents off' : 'No agent discount'),
  },
});
