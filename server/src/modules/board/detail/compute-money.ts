import type { MoneyView } from '#lib/api/offer-parts';
import { decideFee, prices, type HoldView, type PaymentsView } from '#modules/checkout';
import type { BoardMoney } from '../money-schemas.ts';
import type { Payment } from '../price-schemas.ts';
import type { ConsultationRow } from '../store.ts';

type Known = {
  readonly money: MoneyView;
  readonly settledAt: string | null;
  readonly holds: readonly HoldView[];
  readonly noted: PaymentsView['noted'];
  /** What is offered in this case, with its own price. */
  readonly items: Payment['items'];
};

/** The money of a consultation, whichever module it came from. */
export const computeMoney = (row: ConsultationRow, known: Known): Omit<BoardMoney, 'services' | 'state'> => ({
  ...known.money,
  settled_at: known.settledAt,
  fee: feeOf(row, known),
});

/** Of the fee for representation: what it costs, what was paid of it, and what is due now. */
function feeOf(row: ConsultationRow, { money, holds, noted, items }: Known): BoardMoney['fee'] {
  const priceCents = priceOf(row, { holds, items });
  const paid = noted.filter(({ voided_at: voided }) => voided === null);
  // Research is a part of representation, so what was paid for it counts.
  const paidCents =
    holds.reduce((sum, hold) => sum + hold.net_cents, 0) +
    paid.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
  const left = Math.max(0, (priceCents ?? 0) - paidCents);
  const accepted = acceptanceOf(holds, paid);
  const verdict = verdictOf({ priceCents, left, accepted, decided: decideFee(money.improvement_cents) });
  return { verdict, price_cents: priceCents, paid_cents: paidCents, due_cents: verdict === 'due' ? left : 0 };
}

type Acceptance = 'no' | 'owed' | 'charged' | 'given_up';

/** What became of the owner's yes to representation. */
function acceptanceOf(holds: readonly HoldView[], paid: readonly { readonly product: string }[]): Acceptance {
  const own = holds.filter(({ product }) => product === 'representation');
  const has = (...states: readonly HoldView['state'][]) => own.some(({ state }) => states.includes(state));
  if (has('held', 'saved', 'charge_failed')) return 'owed';
  if (has('captured')) return own.some(({ net_cents: net }) => net > 0) ? 'charged' : 'given_up';
  if (paid.some(({ product }) => product === 'representation')) return 'owed';
  if (has('released', 'withdrawn')) return 'given_up';
  // It was accepted and ran out: neither paid nor given up.
  return own.some(({ state, held_at: held }) => state === 'expired' && held !== null) ? 'owed' : 'no';
}

type Facts = {
  readonly priceCents: number | null;
  readonly left: number;
  readonly accepted: Acceptance;
  readonly decided: ReturnType<typeof decideFee>;
};

function verdictOf({ priceCents, left, accepted, decided }: Facts): BoardMoney['fee']['verdict'] {
  if (priceCents === null || priceCents === 0) return 'included';
  if (accepted === 'charged') return 'paid';
  if (decided !== 'due') return decided;
  if (accepted === 'no') return 'not_accepted';
  if (accepted === 'given_up') return 'given_up';
  return left === 0 ? 'paid' : 'due';
}

/** As accepted, otherwise as offered; a borrower's by the program, and nothing for members, whose plan includes it. */
function priceOf(
  { source, referral }: ConsultationRow,
  { holds, items }: Pick<Known, 'holds' | 'items'>,
): number | null {
  if (source === 'membership') return null;
  if (source === 'referral') return typeof referral?.['price_cents'] === 'number' ? referral['price_cents'] : null;
  const accepted = holds.findLast(({ product, state }) => product === 'representation' && state !== 'failed');
  const offered = items.find(({ name }) => name === 'representation');
  return accepted?.amount_cents ?? offered?.price_cents ?? prices.representationCents;
}
