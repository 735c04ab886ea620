import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { nameReason } from '#modules/ledger';
import { transact } from '#platform/db';
import { GatewayError, validationFailed } from '#platform/errors';
import { decideCapture, leastChargeCents, type ResearchPayment } from '../capture-rules.ts';
import { isChargeSpent } from '../card-rules.ts';
import {
  appraisalNotReleased,
  captureTooMuch,
  chargeSpent,
  holdCovered,
  holdNotFound,
  improvementTooSmall,
  improvementUnknown,
  paidOtherwise,
  paperNotSeen,
  providerRefused,
  refundRefused,
  researchNotEnded,
  wrongHoldState,
} from '../errors.ts';
import { updateRequestedAction } from '../hold-change-store.ts';
import { findHold, listHoldsOf, lockHold } from '../hold-store.ts';
import { reconcileRefund } from '../holds/reconcile-card.ts';
import { decideRefund, refundedOf, type RefundReason } from '../refund-rules.ts';
import { insertRefund } from '../refund-store.ts';
import { dueOf, isCovered, paidAsHolds } from '../rules.ts';
import type { HoldView } from '../schemas.ts';
import { standingStates } from '../transitions.ts';
import { findResearchPayment } from './payments.ts';
import { getHold } from './hold-views.ts';
import { reconcileNow } from './reconcile-now.ts';
import { requestAction } from './request-action.ts';

/** Whether an appraisal of a consultation is released; appraisals come after this module, so it is bound in the app. */
export type IsReleased = (ctx: Ctx, consultationId: string) => Promise<boolean>;

type CaptureHold = {
  readonly holdId: string;
  readonly amountCents?: number | undefined;
  readonly seenOnPaper?: boolean | undefined;
  /** Why research is charged without a released appraisal. */
  readonly reason?: string | undefined;
  readonly isReleased: IsReleased;
};

/**
 * Captures the amount due of an active hold, by the rule of its product; the remainder is released with it. A saved
 * card is charged by the same rule.
 */
export async function captureHold(ctx: Ctx, input: CaptureHold): Promise<HoldView> {
  const { holdId, amountCents } = input;
  await endResearch(ctx, holdId);
  const given = await readGiven(ctx, input);
  return requestAction(ctx, holdId, ({ hold, beside, paid, consultation }) => {
    const covered = isCovered(hold, [...beside, ...paidAsHolds(paid)]);
    const besideResearch = beside.some(({ product, state }) => product === 'research' && state === 'held');
    const { offer, settlement } = consultation;
    const facts = { ...hold, ...given, covered, besideResearch, paid, offer, settlement };
    const verdict = decideCapture(facts, amountCents);
    switch (verdict.kind) {
      case 'capture':
        if (isChargeSpent(hold)) throw chargeSpent();
        return { action: 'capture', cents: verdict.cents };
      case 'wrong state':
        throw wrongHoldState(hold.state);
      case 'too much':
        throw captureTooMuch({ held: hold.amountCents, due: dueOf(hold) });
      case 'covered':
        throw holdCovered();
      case 'too little':
        throw validationFailed([{ path: 'amount_cents', message: `must be at least ${leastChargeCents}` }]);
      case 'paid otherwise':
        throw paidOtherwise();
      case 'not released':
        throw appraisalNotReleased();
      case 'paper not seen':
        throw paperNotSeen();
      case 'beside research':
        throw researchNotEnded();
      case 'improvement unknown':
        throw improvementUnknown(verdict.missing);
      case 'improvement too small':
        throw improvementTooSmall(verdict.cents);
    }
  });
}

/** The statements that the product's rule requires of the staff member who charges; they are recorded in the audit trail. */
async function readGiven(ctx: Ctx, { holdId, seenOnPaper = false, reason, isReleased }: CaptureHold) {
  const hold = await findHold(ctx.db, holdId);
  const said = reason ?? (seenOnPaper ? 'The improvement was seen on the insurer’s own paper.' : undefined);
  if (said !== undefined) nameReason(ctx.actor, said);
  const isResearch = hold?.product === 'research';
  return {
    seenOnPaper,
    researchGiven: isResearch && (reason !== undefined || (await isReleased(ctx, hold.consultationId))),
  };
}

/** Payments for research are deducted from representation, so the outcome of its hold must be known first: a charge may be in progress. */
async function endResearch(ctx: Ctx, holdId: string): Promise<void> {
  requireStaff(ctx.actor);
  const hold = await findHold(ctx.db, holdId);
  if (hold?.product !== 'representation') return;
  const holds = await listHoldsOf(ctx.db, hold.checkoutId);
  const research = holds.find(({ product, state }) => product === 'research' && state === 'held');
  if (research !== undefined) await reconcileNow(ctx, research.id);
}

type CaptureResearch = { readonly consultationId: string; readonly by: string };

/**
 * Requests the capture of a research hold, in the transaction that delivers the research; the reconciling worker calls the provider.
 * Requested earlier, it is not requested again. The calling verb holds the lock of the consultation, which comes before that of a hold.
 */
export async function captureResearch(tx: Tx, { consultationId, by }: CaptureResearch): Promise<ResearchPayment> {
  const unlocked = await findResearchPayment(tx, consultationId);
  if (unlocked.kind !== 'held') return unlocked;
  await lockHold(tx.db, unlocked.holdId);
  // Read again under the lock: the provider or a staff member may have ended it.
  const payment = await findResearchPayment(tx, consultationId);
  if (payment.kind !== 'held' || payment.holdId !== unlocked.holdId) return payment;
  const now = tx.clock.now();
  updateRequestedAction(tx.db, { id: payment.holdId, action: 'capture', cents: payment.cents, by, now, checkAt: now });
  return payment;
}

type RefundCharge = {
  readonly holdId: string;
  /** The whole remaining amount when undefined. */
  readonly amountCents: number | undefined;
  readonly reason: RefundReason;
  /** The refunded amount that the screen showed. */
  readonly seenCents: number;
};

/** The request calls the provider itself; until then a worker would only repeat the same call. */
const ownLeaseS = 60;

/** Refunds a charge, or a part of it: stored first, then requested, so that it is made only once. */
export async function refundCharge(ctx: Ctx, input: RefundCharge): Promise<HoldView> {
  const { staffId } = requireStaff(ctx.actor);
  const { holdId } = input;
  const refundId = await transact(ctx, async (tx) => {
    const hold = await lockHold(tx.db, holdId);
    if (hold === undefined) throw holdNotFound();
    const verdict = decideRefund(hold, input);
    if (verdict.kind === 'wrong state') throw wrongHoldState(hold.state);
    const left = { left_cents: (hold.capturedCents ?? 0) - refundedOf(hold) };
    if (verdict.kind !== 'refund') throw refundRefused(verdict.kind, left);
    const now = tx.clock.now();
    const id = newId('rfd', now);
    const row = {
      id,
      hold_id: holdId,
      amount_cents: verdict.cents,
      reason: input.reason,
      state: 'requested',
      requested_by: staffId,
      requested_at: now,
      check_at: addSeconds(now, ownLeaseS),
    };
    insertRefund(tx.db, row, () => refundRefused('under way', left));
    return id;
  });
  try {
    await reconcileRefund(ctx, refundId);
    await reconcileNow(ctx, holdId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ refund: refundId, kind: error.kind, code: error.responseCode }, 'checkout.provider-failed');
    if (error.kind === 'refused') throw providerRefused();
  }
  return getHold(ctx, holdId);
}

/** Releases an active hold, or removes a saved card. Nothing is charged, and the product is settled. */
export async function releaseHold(ctx: Ctx, holdId: string): Promise<HoldView> {
  return requestAction(ctx, holdId, ({ hold }) => {
    if (!standingStates.includes(hold.state) || hold.requestedAction !== null) throw wrongHoldState(hold.state);
    return { action: 'release', cents: null };
  });
}
