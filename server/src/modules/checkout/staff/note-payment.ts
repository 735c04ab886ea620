import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { addDays } from '#lib/time/dates';
import { lockConsultation } from '#modules/consultations';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { alreadyNoted, holdStands, wrongConsultationState } from '../errors.ts';
import { updateCovered } from '../hold-change-store.ts';
import { listHoldsOfConsultation, type Hold } from '../hold-store.ts';
import { insertPayment, listPayments, paymentAad, type PaymentMethod } from '../payment-store.ts';
import type { Product } from '../rules.ts';
import type { PaymentsView } from '../schemas.ts';
import { lockCheckoutOf } from '../store.ts';
import { standingStates } from '../transitions.ts';
import { getPayments } from './get-payments.ts';
import { requireDue } from './require-due.ts';

type NotePayment = {
  readonly consultationId: string;
  readonly product: Product;
  readonly amountCents: number;
  readonly method: PaymentMethod;
  readonly paidOn: string;
  readonly note: string | undefined;
};

/** More than any case needs; a list that grows on is a mistake. */
const paymentsMax = 20;

/** Notes a payment that did not go through the card provider. The product counts as paid from then on. */
export async function notePayment(ctx: Ctx, payment: NotePayment): Promise<PaymentsView> {
  const { staffId } = requireStaff(ctx.actor);
  const { consultationId, product, amountCents, method, paidOn, note } = payment;
  requirePast(ctx, paidOn);
  await transact(ctx, async (tx) => {
    // The checkout first: its owner may be accepting the terms right now.
    const checkout = await lockCheckoutOf(tx.db, consultationId);
    const consultation = await lockConsultation(tx, consultationId);
    if (consultation.deliveredAt === undefined) throw wrongConsultationState('not delivered');
    const [holds, noted] = await Promise.all([
      listHoldsOfConsultation(tx.db, consultationId),
      listPayments(tx.db, consultationId),
    ]);
    if (holds.some((hold) => hold.product === product && isOpen(hold))) throw holdStands();
    const same = noted.some(
      (one) =>
        one.voidedAt === null &&
        one.product === product &&
        one.amountCents === amountCents &&
        one.method === method &&
        one.paidOn === paidOn,
    );
    if (same || noted.length >= paymentsMax) throw alreadyNoted();
    if (product === 'representation') await requireDue(tx, { consultation, checkout, holds, noted }, amountCents);
    const now = tx.clock.now();
    const id = newId('pay', now);
    insertPayment(tx.db, {
      id,
      consultation_id: consultationId,
      product,
      amount_cents: amountCents,
      method,
      paid_on: paidOn,
      sealed_note: note === undefined ? null : tx.vault.encrypt(note, paymentAad(id)),
      noted_by: staffId,
      noted_at: now,
    });
    // Representation includes the research, so a hold for it is given back.
    if (product === 'representation' && checkout !== undefined) updateCovered(tx.db, checkout.id, now);
  });
  return getPayments(ctx, consultationId);
}

/** A page is open, money is held, or a card is saved. */
const isOpen = ({ state }: Hold): boolean => state === 'page_open' || standingStates.includes(state);

/** Of today in the zone furthest ahead; nobody notes what has not happened. */
function requirePast(ctx: Ctx, paidOn: string): void {
  const tomorrow = addDays(ctx.clock.now(), 1).toISOString().slice(0, 10);
  if (paidOn > tomorrow || Number.isNaN(Date.parse(paidOn)))
    throw validationFailed([{ path: 'paid_on', message: 'must be a day that has begun' }]);
}
