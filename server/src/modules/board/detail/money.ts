import type { Ctx } from '#context';
import type { MoneyView } from '#lib/api/offer-parts';
import { mayOffer, type Service } from '#lib/jurisdictions/may-offer';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { decideFee, findCheckoutLinks, prices, type HoldView, type PaymentsView } from '#modules/checkout';
import type { ConsultationView } from '#modules/consultations';
import { hasDiscount, messagePurposes, type MessageView } from '#modules/customers';
import type { BoardMoney } from '../money-schemas.ts';
import type { BoardPayments } from '../payment-schemas.ts';
import type { Payment } from '../price-schemas.ts';
import type { ConsultationDetail } from '../schemas.ts';
import { stateOf, type DetailRow } from '../statement-rules.ts';
import type { ConsultationRow } from '../store.ts';
import { computePayment } from './compute-payment.ts';

type Known = {
  readonly money: MoneyView;
  readonly settledAt: string | null;
  readonly holds: readonly HoldView[];
  readonly noted: PaymentsView['noted'];
  /** The products offered in this case, with their prices. */
  readonly items: Payment['items'];
};

/** The money of a consultation, for any module of origin. */
export const computeMoney = (row: ConsultationRow, known: Known): Omit<BoardMoney, 'services' | 'state'> => ({
  ...known.money,
  settled_at: known.settledAt,
  fee: feeOf(row, known),
});

/** The fee for representation: its price, the payments, and the amount due now. */
function feeOf(row: ConsultationRow, { money, holds, noted, items }: Known): BoardMoney['fee'] {
  const priceCents = priceOf(row, { holds, items });
  const paid = noted.filter(({ voided_at: voided }) => voided === null);
  // Research is part of representation, so payments for it count.
  const paidCents =
    holds.reduce((sum, hold) => sum + hold.net_cents, 0) +
    paid.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
  const left = Math.max(0, (priceCents ?? 0) - paidCents);
  const accepted = acceptanceOf(holds, paid);
  const verdict = verdictOf({ priceCents, left, accepted, decided: decideFee(money.improvement_cents) });
  return { verdict, price_cents: priceCents, paid_cents: paidCents, due_cents: verdict === 'due' ? left : 0 };
}

type Acceptance = 'no' | 'owed' | 'charged' | 'given_up';

/** The state of the owner's acceptance of representation. */
function acceptanceOf(holds: readonly HoldView[], paid: readonly { readonly product: string }[]): Acceptance {
  const own = holds.filter(({ product }) => product === 'representation');
  const has = (...states: readonly HoldView['state'][]) => own.some(({ state }) => states.includes(state));
  if (has('held', 'saved', 'charge_failed')) return 'owed';
  if (has('captured')) return own.some(({ net_cents: net }) => net > 0) ? 'charged' : 'given_up';
  if (paid.some(({ product }) => product === 'representation')) return 'owed';
  if (has('released', 'withdrawn')) return 'given_up';
  // It was accepted and expired: neither paid nor released.
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

/** As accepted, otherwise as offered; a borrower's price by the program, and nothing for members, whose plan includes it. */
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

/** The price of a case and its payer, with the discount if this customer can still use it or this case has used it (D-035). */
export async function findPayment(
  ctx: Ctx,
  row: DetailRow,
  { email, phone }: ConsultationDetail['person'],
): Promise<Payment> {
  const where = { state: stateOf(row), now: ctx.clock.now() };
  const offers = (service: Service) => mayOffer(ctx.config, service, where);
  if (row.intake?.['discount_applied'] !== true) return computePayment(row, { discounted: false, offers });
  const contacts = {
    email: email === null ? undefined : normalizeEmail(email),
    phone: phone === null ? undefined : normalizePhone(phone),
  };
  const [{ discountUsed }, promised] = await Promise.all([
    findCheckoutLinks(ctx, row.id),
    hasDiscount(ctx, { consultationId: row.id, contacts }),
  ]);
  return computePayment(row, { discounted: discountUsed || promised, offers });
}

type KnownPayments = {
  readonly payments: PaymentsView;
  readonly holds: readonly HoldView[];
  readonly messages: readonly MessageView[];
  readonly settledAt: ConsultationView['settled_at'];
  /** The change of the vehicle's value; undefined where either value is unknown. */
  readonly improvementCents: number | undefined;
};

/** The caller's view of a case's money, for any module of origin. */
export function computePayments(row: ConsultationRow, known: KnownPayments): BoardPayments {
  const { payments, holds, messages, settledAt, improvementCents } = known;
  const charged = holds.reduce((sum, hold) => sum + Math.max(0, (hold.captured_cents ?? 0) - hold.refunded_cents), 0);
  const noted = payments.noted.filter(({ voided_at: voided }) => voided === null);
  const paidCents = charged + noted.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
  return {
    ...payments,
    payer: payerOf(row),
    link_messages: messages
      .filter(({ purpose }) => purpose === messagePurposes.checkoutLink)
      .map(({ channel, state, held_by: heldBy, finished_at: finished, created_at: created }) => ({
        channel,
        state,
        at: finished ?? created,
        held: heldBy !== null,
      }))
      .toReversed(),
    paid_cents: paidCents,
    settled_at: settledAt,
    improvement_cents: improvementCents ?? null,
    saved_cents: improvementCents === undefined ? null : improvementCents - paidCents,
  };
}

/** Prices name the payer in words. */
function payerOf({ source, referral }: ConsultationRow): BoardPayments['payer'] {
  if (source === 'agent_intake') return 'owner';
  if (source === 'membership') return 'plan';
  return Number(referral?.['price_cents'] ?? 0) === 0 ? 'institution' : 'borrower';
}
