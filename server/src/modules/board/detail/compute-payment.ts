import { centsToPrint } from '#lib/numbers/money';
import { borrowerPays, prices, ruleWords } from '#modules/checkout';
import type { Payment } from '../price-schemas.ts';
import type { ConsultationRow } from '../store.ts';

type Item = Payment['items'][number];
type Known = {
  /** The discount that the customer has used or can still use. */
  readonly discounted: boolean;
  /** Whether a product may be offered in the state of the loss. */
  readonly offers?: (name: Item['name']) => boolean;
};

/** The products offered in a case, their prices, and who pays: the owner, the institution by its program, or the member's plan. */
export function computePayment(row: ConsultationRow, { discounted, offers = () => true }: Known): Payment {
  const payment = bySource(row, discounted);
  return { ...payment, items: payment.items.filter(({ name }) => offers(name)) };
}

function bySource(row: ConsultationRow, discounted: boolean): Payment {
  if (row.source === 'membership') return planPays(row);
  if (row.source === 'referral') return byProgram(row);
  return {
    payer: 'owner',
    who: 'The owner pays, and only what they accept on a separate page.',
    plan: null,
    items: [consultation, research, representation(discounted ? prices.discountCents : 0)],
  };
}

const consultation: Item = {
  name: 'consultation',
  list_cents: 0,
  discount_cents: 0,
  institution_cents: 0,
  price_cents: 0,
  charged: 'free',
};

const research: Item = {
  name: 'research',
  list_cents: prices.researchCents,
  discount_cents: 0,
  institution_cents: 0,
  price_cents: prices.researchCents,
  charged: 'when it is delivered',
};

/** Dollars, without cents if there are none. */
const dollars = (cents: number): string => `$${centsToPrint(cents).replace(/\.00$/, '')}`;

const representation = (discountCents: number): Item => ({
  name: 'representation',
  list_cents: prices.representationCents,
  discount_cents: discountCents,
  institution_cents: 0,
  price_cents: prices.representationCents - discountCents,
  charged: `as a hold, ${ruleWords.en.captured}; otherwise nothing is charged`,
});

const planPays = ({ enrollment, institution }: ConsultationRow): Payment => ({
  payer: 'plan',
  who: `The plan with ${institution ?? 'the institution'} pays. The member pays nothing: ask them for no money.`,
  plan: typeof enrollment?.['plan'] === 'string' ? enrollment['plan'] : null,
  items: [{ ...consultation, charged: 'included in the plan' }],
});

/** The price was fixed when the referral was made. */
function byProgram({ referral, institution }: ConsultationRow): Payment {
  const lender = institution ?? 'The institution';
  const price = typeof referral?.['price_cents'] === 'number' ? referral['price_cents'] : prices.representationCents;
  const paid = prices.representationCents - price;
  const chosen = borrowerPays(price)?.researchOffered === true ? [research] : [];
  const item = { ...representation(0), price_cents: price, institution_cents: paid };
  if (price === 0)
    return {
      payer: 'institution',
      who: `${lender} pays. The borrower pays nothing: ask them for no money.`,
      plan: null,
      items: [consultation, { ...item, charged: `to ${lender}` }],
    };
  return {
    payer: paid === 0 ? 'owner' : 'shared',
    who:
      paid === 0
        ? `The borrower would pay, and only what they accept on a separate page: ${lender} has no part in it.`
        : `For representation the borrower would pay ${dollars(price)}, ${lender} the other ${dollars(paid)}.`,
    plan: null,
    items: [consultation, ...chosen, item],
  };
}
