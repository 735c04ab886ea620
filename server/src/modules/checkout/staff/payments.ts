import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addDays, addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { lockConsultation } from '#modules/consultations';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { alreadyNoted, holdStands, paymentNotFound, wrongConsultationState } from '../errors.ts';
import { updateCovered, updateRequestedAction } from '../hold-change-store.ts';
import { listHoldsOfConsultation, lockHold, type Hold } from '../hold-store.ts';
import { optionsUrl } from '../links/link-rules.ts';
import { decryptToken, findCheckoutLinks, isDiscountAvailable } from '../links/links.ts';
import {
  findPayment,
  insertPayment,
  listPaidProducts,
  listPayments,
  paymentAad,
  updateVoided,
  type Payment,
  type PaymentMethod,
} from '../payment-store.ts';
import { decideResearchPayment, type ResearchPayment } from '../capture-rules.ts';
import { decideMoney, linkSends, priceOf, prices, type Product } from '../rules.ts';
import type { PaymentsView } from '../schemas.ts';
import { findCheckoutOf, lockCheckoutOf, updateEnded, type Checkout } from '../store.ts';
import { standingStates } from '../transitions.ts';
import { requireDue } from './staff.ts';

type NotePayment = {
  readonly consultationId: string;
  readonly product: Product;
  readonly amountCents: number;
  readonly method: PaymentMethod;
  readonly paidOn: string;
  readonly note: string | undefined;
};

/** More than any case needs; a longer list is a mistake. */
const paymentsMax = 20;

/** Records a payment that did not go through the card provider. The product counts as paid from then on. */
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
      encrypted_note: note === undefined ? null : tx.vault.encrypt(note, paymentAad(id)),
      noted_by: staffId,
      noted_at: now,
    });
    // Representation includes the research, so a hold for it is released.
    if (product === 'representation' && checkout !== undefined) updateCovered(tx.db, checkout.id, now);
  });
  return getPayments(ctx, consultationId);
}

/** A page is open, money is held, or a card is saved. */
const isOpen = ({ state }: Hold): boolean => state === 'page_open' || standingStates.includes(state);

/** At the latest today in the zone furthest ahead; future payments cannot be recorded. */
function requirePast(ctx: Ctx, paidOn: string): void {
  const tomorrow = addDays(ctx.clock.now(), 1).toISOString().slice(0, 10);
  if (paidOn > tomorrow || Number.isNaN(Date.parse(paidOn)))
    throw validationFailed([{ path: 'paid_on', message: 'must be a day that has begun' }]);
}

/** Voids a payment that was recorded by mistake; the row stays. */
export async function voidPayment(ctx: Ctx, id: string): Promise<PaymentsView> {
  const { staffId } = requireStaff(ctx.actor);
  const payment = await findPayment(ctx.db, id);
  if (payment === undefined) throw paymentNotFound();
  const { consultationId } = payment;
  await transact(ctx, async (tx) => {
    await lockConsultation(tx, consultationId);
    updateVoided(tx.db, id, { by: staffId, now: tx.clock.now() });
  });
  return getPayments(ctx, consultationId);
}

/** The products that a case's owner can pay for and their links, when these were sent, and payments outside the provider. */
export async function getPayments(ctx: Ctx, consultationId: string): Promise<PaymentsView> {
  requireStaff(ctx.actor);
  const [checkout, links, payments] = await Promise.all([
    findCheckoutOf(ctx.db, consultationId),
    findCheckoutLinks(ctx, consultationId),
    listPayments(ctx.db, consultationId),
  ]);
  return {
    provider_configured: ctx.cards.configured,
    checkout: checkout === undefined ? null : await toCheckoutView(ctx, checkout, links),
    noted: payments.map((payment) => toPaymentView(ctx, payment)),
  };
}

type Links = Awaited<ReturnType<typeof findCheckoutLinks>>;

async function toCheckoutView(
  ctx: Ctx,
  checkout: Checkout,
  links: Links,
): Promise<NonNullable<PaymentsView['checkout']>> {
  const now = ctx.clock.now();
  const { linkSentAt, expiresAt, payer, researchOffered, representationCents } = checkout;
  const offers = links.researchUrl !== null || links.representationUrl !== null;
  const last = linkSentAt.at(-1);
  return {
    payer,
    options_url: offers ? optionsUrl(ctx.config, decryptToken(ctx, checkout)) : null,
    research_url: links.researchUrl,
    representation_url: links.representationUrl,
    research_cents: researchOffered ? prices.researchCents : null,
    representation_cents: priceOf('representation', await isDiscountAvailable(ctx, checkout), representationCents)
      .amountCents,
    expires_at: expiresAt.toISOString(),
    over: now >= expiresAt,
    sent_at: linkSentAt.map((at) => at.toISOString()),
    may_send:
      offers && linkSentAt.length < linkSends.max && (last === undefined || now >= addSeconds(last, linkSends.pauseS)),
  };
}

const toPaymentView = (ctx: Ctx, payment: Payment): PaymentsView['noted'][number] => ({
  id: payment.id,
  product: payment.product,
  amount_cents: payment.amountCents,
  method: payment.method,
  paid_on: payment.paidOn,
  note: payment.encryptedNote === null ? null : ctx.vault.decrypt(payment.encryptedNote, paymentAad(payment.id)),
  noted_by: payment.notedBy,
  noted_at: payment.notedAt.toISOString(),
  voided_by: payment.voidedBy,
  voided_at: payment.voidedAt?.toISOString() ?? null,
});

/**
 * Locks the checkout of a case that is to be closed, so that no terms can be accepted in the meantime. The returned
 * functions read what is open, and end or resume the checkout.
 */
export async function lockPayments(tx: Tx, consultationId: string) {
  await lockCheckoutOf(tx.db, consultationId);
  return {
    async read() {
      const [holds, paid] = await Promise.all([
        listHoldsOfConsultation(tx.db, consultationId),
        listPaidProducts(tx.db, consultationId),
      ]);
      return decideMoney(holds, paid);
    },
    release: (by: string): Promise<void> => requestReleases(tx, consultationId, by),
    end: (): void => updateEnded(tx.db, [consultationId], tx.clock.now()),
    resume: (): void => updateEnded(tx.db, [consultationId], null),
  };
}

/**
 * Requests the release of every active hold and the removal of every saved card; the reconciling worker calls the
 * provider. Earlier requests stay. The calling verb holds the lock of the consultation.
 */
async function requestReleases(tx: Tx, consultationId: string, by: string): Promise<void> {
  const now = tx.clock.now();
  for (const { id } of await listHoldsOfConsultation(tx.db, consultationId)) {
    const hold = await lockHold(tx.db, id);
    if (hold === undefined || !standingStates.includes(hold.state) || hold.requestedAction !== null) continue;
    updateRequestedAction(tx.db, { id, action: 'release', cents: null, by, now, checkAt: now });
  }
}

/** When something last happened to the money of a case: accepted, held, ended, recorded, or its link sent. */
export async function findLastPayment(ctx: Ctx, consultationId: string): Promise<Date | undefined> {
  const [holds, payments, checkout] = await Promise.all([
    listHoldsOfConsultation(ctx.db, consultationId),
    listPayments(ctx.db, consultationId),
    findCheckoutOf(ctx.db, consultationId),
  ]);
  // Days that pass for a sandbox case pass for its checkout too.
  if (checkout?.test === true) return undefined;
  const times = [
    ...holds.flatMap(({ createdAt, heldAt, endedAt }) => [createdAt, heldAt, endedAt]),
    ...payments.flatMap(({ notedAt, voidedAt }) => [notedAt, voidedAt]),
    ...(checkout?.linkSentAt ?? []),
  ].filter((at) => at instanceof Date);
  return times.toSorted((a, b) => a.getTime() - b.getTime()).at(-1);
}

/** How the research of a consultation is paid at this moment. */
export async function findResearchPayment(ctx: Ctx | Tx, consultationId: string): Promise<ResearchPayment> {
  const [holds, paid] = await Promise.all([
    listHoldsOfConsultation(ctx.db, consultationId),
    listPaidProducts(ctx.db, consultationId),
  ]);
  return decideResearchPayment(holds, paid);
}
