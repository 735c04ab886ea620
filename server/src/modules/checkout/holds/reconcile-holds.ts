import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { GatewayError } from '#platform/errors';
import { reconcileHold } from './reconcile-hold.ts';
import { claimDueHolds } from '../hold-change-store.ts';

/** Holds reconciled per turn, and how many at a time; the provider allows about a hundred requests a second. */
const perTurn = 40;
const atOnce = 8;
/** A hold whose reconciliation did not finish is claimed again after this time. */
const leaseS = 60;

/** Reconciles every hold that is due: after an event, for a requested action, or after a long time without either. */
export async function reconcileHolds(ctx: Ctx, limit: number): Promise<number> {
  if (!ctx.cards.configured) return 0;
  const now = ctx.clock.now();
  const due = await claimDueHolds(ctx.db, { now, again: addSeconds(now, leaseS) }, Math.min(limit, perTurn));
  for (let start = 0; start < due.length; start += atOnce) {
    await Promise.all(due.slice(start, start + atOnce).map((id) => tryReconcileHold(ctx, id)));
  }
  return due.length;
}

/** A hold that cannot be reconciled does not delay the others; it is retried when its lease ends. */
async function tryReconcileHold(ctx: Ctx, holdId: string): Promise<void> {
  try {
    await reconcileHold(ctx, holdId);
  } catch (error) {
    if (error instanceof GatewayError) {
      ctx.log.warn({ hold: holdId, kind: error.kind, code: error.responseCode }, 'checkout.provider-failed');
      return;
    }
    ctx.metrics.loopFailures.inc({ loop: 'checkout.reconcile-holds' });
    ctx.log.error({ err: error, hold: holdId }, 'checkout.reconcile-failed');
  }
}
