// Prices, holds and saved cards (D-016, D-035 and D-037).
import { dayMs } from './hours.ts';
import type { Contacts, ContactBook, Promised } from './contact-book.ts';

const researchCents = 19_900;
export const representationCents = 49_700;
const discountCents = 2_500;
/** From this improvement on representation is charged. */
export const improvementCents = 100_000;

/** Submitted dollars in cents: half a cent is rounded up as people write it, not as binary fractions have it. */
export const dollarsToCents = (dollars: number): number => Math.round(Number((dollars * 100).toFixed(4)));

export type Product = 'research' | 'representation';

export type Hold = {
  id: string;
  readonly product: Product;
  /** Of representation a card is saved too, and stays when its hold has lapsed. */
  state: 'page_open' | 'held' | 'saved' | 'captured' | 'released' | 'expired' | 'failed';
  readonly amountCents: number;
  readonly discountCents: number;
  capturedCents: number | null;
  /** The provider's page, until it is used or abandoned. */
  readonly session: string;
  readonly pageUntil: number;
  captureBefore: number | undefined;
  /** When the service looks at a hold with a saved card next, unless the provider tells of it. */
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

/** Staff may charge it or give it up. */
export const isStanding = ({ state }: Pick<Hold, 'state'>): boolean => standing.has(state);

const settled = new Set([...standing, 'captured', 'released']);

const has = ({ holds }: Checkout, wanted: Product): boolean =>
  holds.some(({ product, state }) => product === wanted && settled.has(state));

/** Something that includes this is already pre-authorized. */
export const isTaken = (checkout: Checkout, product: Product): boolean =>
  has(checkout, 'representation') || has(checkout, product);

export const isOffered = (checkout: Checkout, product: Product, now: number): boolean =>
  now < checkout.expiresAt && !isTaken(checkout, product);

/** The price of accepting now, and the discount in it, which is used up with it. */
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

/** What was paid for research counts towards representation. */
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

/** Why a hold is not captured, as its code; undefined when it is. */
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

/** Nothing is due and nothing will be: closed without a settlement, or settled without a fee. */
export function isCardUnwanted(hold: Hold, { settledAt, closedAt, ...figures }: Ended, now: number): boolean {
  if (settledAt === undefined) return closedAt !== undefined;
  return (closedAt !== undefined || now >= settledAt + correctionMs) && isNothingDue(hold, figures);
}

/**
 * Representation includes the research: of two holds the research is released, whichever came first. It may be chosen
 * again should representation lapse.
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
