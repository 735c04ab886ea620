import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { GatewayError } from '#platform/errors';
import { claimDueCards } from '../card-store.ts';
import { claimDueHolds, type Claim } from '../hold-change-store.ts';
import { listIdsOf } from '../hold-store.ts';
import { claimDueRefunds } from '../refund-store.ts';
import { reconcileHold } from './reconcile-hold.ts';
import { reconcileRefund } from './reconcile-refund.ts';

/** Holds of either mode reconciled per turn, and how many at a time; the provider allows about a hundred requests a second. */
const perTurn = 40;
const atOnce = 8;
/** A hold whose reconciliation did not finish is claimed again after this time. */
const leaseS = 60;

/** Reconciles all that is due: after an event, for a requested action, or after a long time without either. */
export async function reconcileHolds(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const times = { now, again: addSeconds(now, leaseS) };
  const most = Math.min(limit, perTurn);
  // Refunds first: one that is done makes its hold due.
  const live = ctx.cards.configured;
  const dueRefunds = live ? await claimDueRefunds(ctx.db, times, most) : [];
  const refunds = await runAll(dueRefunds, (id) => tryReconcile(ctx, id, reconcileRefund));
  // Each mode has its own share, so that no number of sandbox holds delays a live one.
  const modes = live ? [false, true] : [true];
  const due = await Promise.all(modes.map((test) => claimDue(ctx, { ...times, limit: most, test })));
  return refunds + (await runAll(due.flat(), (id) => tryReconcile(ctx, id, reconcileHold)));
}

const claimDue = async ({ db }: Ctx, claim: Claim): Promise<string[]> =>
  (await Promise.all([claimDueHolds(db, claim), claimDueCards(db, claim)])).flat();

async function runAll(due: readonly string[], run: (id: string) => Promise<void>): Promise<number> {
  for (let start = 0; start < due.length; start += atOnce) {
    await Promise.all(due.slice(start, start + atOnce).map(run));
  }
  return due.length;
}

/** One that cannot be reconciled does not delay the others; it is retried when its lease ends. */
async function tryReconcile(ctx: Ctx, id: string, reconcile: typeof reconcileHold): Promise<void> {
  try {
    await reconcile(ctx, id);
  } catch (error) {
    if (error instanceof GatewayError) {
      ctx.log.warn({ hold: id, kind: error.kind, code: error.responseCode }, 'checkout.provider-failed');
      return;
    }
    ctx.metrics.loopFailures.inc({ loop: 'checkout.reconcile-holds' });
    ctx.log.error({ err: error, hold: id }, 'checkout.reconcile-failed');
  }
}

/** The holds of these consultations, which messages may be about; the newest thousand. */
export const listHoldIds = async (ctx: Ctx | Tx, consultationIds: readonly string[]): Promise<string[]> =>
  consultationIds.length === 0 ? [] : (await listIdsOf(ctx.db, consultationIds)).map(({ id }) => id);
