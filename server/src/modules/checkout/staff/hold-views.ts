import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { addHours } from '#lib/time/dates';
import { listContacts, lockConsultation } from '#modules/consultations';
import { queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { readIdCursor } from '#platform/http';
import { isChargeSpent } from '../card-rules.ts';
import { holdNotFound, linkNotSent } from '../errors.ts';
import { findHold, listHoldPage, listHoldsOfConsultation, type Hold, type HoldDispute } from '../hold-store.ts';
import { optionsUrl } from '../links/link-rules.ts';
import { composeCheckoutLink, countLinkSend, decryptToken, findCheckoutLinks } from '../links/links.ts';
import type { Refund } from '../refund-store.ts';
import { netCents, warnHours } from '../rules.ts';
import type { HoldQuery, HoldView, PaymentsView } from '../schemas.ts';
import { lockCheckoutOf } from '../store.ts';
import { standingStates } from '../transitions.ts';
import { getPayments } from './payments.ts';

export async function getHold(ctx: Ctx, holdId: string): Promise<HoldView> {
  requireStaff(ctx.actor);
  const hold = await findHold(ctx.db, holdId);
  if (hold === undefined) throw holdNotFound();
  return toHoldView(hold, ctx.clock.now());
}

/** Holds for staff, newest first, page by page. */
export async function listHolds(ctx: Ctx, query: HoldQuery) {
  requireStaff(ctx.actor);
  const limit = readLimit(query.limit);
  const now = ctx.clock.now();
  const rows = await listHoldPage(ctx.db, {
    state: query.state as Hold['state'] | undefined,
    product: query.product as Hold['product'] | undefined,
    consultationId: query.consultation_id,
    expiringBefore: query.expires_soon === undefined ? undefined : addHours(now, warnHours),
    disputed: query.disputed !== undefined,
    belowId: query.cursor === undefined ? undefined : readIdCursor('hld', query.cursor),
    limit: limit + 1,
  });
  const page = toPage(rows, limit, { item: (hold) => toHoldView(hold, now), cursor: ({ id }) => writeCursor(id) });
  return { ...page, provider_configured: ctx.cards.configured };
}

/** The holds of a consultation's page: those that were active once, or may become so. */
export async function listConsultationHolds(ctx: Ctx, consultationId: string): Promise<HoldView[]> {
  requireStaff(ctx.actor);
  const holds = await listHoldsOfConsultation(ctx.db, consultationId);
  return holds
    .filter(({ heldAt, state }) => heldAt !== undefined || state === 'page_open')
    .map((hold) => toHoldView(hold, ctx.clock.now()));
}

const toDispute = ({ status, amountCents, dueAt, changedAt }: HoldDispute) => ({
  status,
  amount_cents: amountCents,
  due_at: dueAt?.toISOString() ?? null,
  changed_at: changedAt.toISOString(),
});

const toRefund = ({ id, amountCents, reason, state, requestedBy, requestedAt, failure }: Refund) => ({
  id,
  amount_cents: amountCents,
  reason,
  state,
  requested_by: requestedBy,
  requested_at: requestedAt.toISOString(),
  failure,
});

const toHoldView = (hold: Hold, now: Date): HoldView => ({
  object: 'hold',
  id: hold.id,
  consultation_id: hold.consultationId,
  product: hold.product,
  kind: hold.kind,
  state: hold.state,
  amount_cents: hold.amountCents,
  discount_cents: hold.discountCents,
  captured_cents: hold.capturedCents,
  refunded_cents: hold.refundedCents,
  refunded_at: hold.refundedAt?.toISOString() ?? null,
  dispute: hold.dispute === undefined ? null : toDispute(hold.dispute),
  refunds: hold.refunds.map(toRefund),
  net_cents: netCents(hold),
  owner_must_act: hold.state === 'charge_failed' && isChargeSpent(hold),
  credit_cents: hold.creditCents,
  terms_version: hold.acceptance.terms_version,
  accepted_at: hold.acceptance.at,
  capture_before: hold.captureBefore?.toISOString() ?? null,
  expires_soon:
    standingStates.includes(hold.state) &&
    hold.captureBefore !== undefined &&
    hold.captureBefore < addHours(now, warnHours),
  wish: hold.requestedAction,
  wished_by: hold.requestedBy,
  failure: hold.failure,
  created_at: hold.createdAt.toISOString(),
  held_at: hold.heldAt?.toISOString() ?? null,
  hold_lapsed_at: hold.holdLapsedAt?.toISOString() ?? null,
  ended_at: hold.endedAt?.toISOString() ?? null,
});

/** Sends the link of the checkout again, to the current contacts of the case. */
export async function sendCheckoutLink(ctx: Ctx, consultationId: string): Promise<PaymentsView> {
  requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const checkout = await lockCheckoutOf(tx.db, consultationId);
    const { closedAt } = await lockConsultation(tx, consultationId);
    const links = await findCheckoutLinks(tx, consultationId);
    if (checkout === undefined || (links.researchUrl === null && links.representationUrl === null))
      throw linkNotSent('There is nothing left to choose on the owner’s page.');
    if (closedAt !== undefined) throw linkNotSent('This case is closed.');
    countLinkSend(tx, checkout);
    const [current] = await listContacts(tx, [consultationId]);
    if (current?.hasStopped === true) throw linkNotSent('The owner wants no more contact.');
    const { expiresAt, test } = checkout;
    const contacts = { email: current?.contacts.email, phone: current?.contacts.phone, test };
    const url = optionsUrl(tx.config, decryptToken(tx, checkout));
    const messages = composeCheckoutLink(tx, {
      consultationId,
      contacts,
      language: current?.language,
      url,
      expiresAt,
    });
    if (messages.length === 0) throw linkNotSent('The case has no address and no number.');
    queueMessage(tx, ...messages);
  });
  return getPayments(ctx, consultationId);
}
