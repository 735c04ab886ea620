import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { holdNotFound, providerRefused, refundRefused, wrongHoldState } from '../errors.ts';
import { lockHold } from '../hold-store.ts';
import { reconcileRefund } from '../holds/reconcile-refund.ts';
import { decideRefund, refundedOf, type RefundReason } from '../refund-rules.ts';
import { insertRefund } from '../refund-store.ts';
import type { HoldView } from '../schemas.ts';
import { getHold } from './get-hold.ts';
import { reconcileNow } from './reconcile-now.ts';

type RefundCharge = {
  readonly holdId: string;
  /** All that is left when undefined. */
  readonly amountCents: number | undefined;
  readonly reason: RefundReason;
  /** What was refunded according to the screen. */
  readonly seenCents: number;
};

/** The request calls the provider itself; until then a worker would only repeat the same call. */
const ownLeaseS = 60;

/** Gives back a charge, or a part of it: written first, then asked for, so that it is made once. */
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
