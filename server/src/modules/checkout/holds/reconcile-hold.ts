import type { Ctx, Tx } from '#context';
import type { ProviderHold } from '#gateways/cards';
import { addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { claimDueCards } from '../card-store.ts';
import {
  claimDueHolds,
  updateActionRefused,
  updateAttempt,
  updateCovered,
  updateHold,
  updateMoneyBack,
  type Claim,
} from '../hold-change-store.ts';
import { findHold, listHoldsOf, listIdsOf, lockHold, type Hold } from '../hold-store.ts';
import { listPaidProducts } from '../payment-store.ts';
import { callProvider } from '../provider/provider.ts';
import { claimDueRefunds } from '../refund-store.ts';
import {
  captureRefused,
  covers,
  decideReconcile,
  isCovered,
  isPageOverdue,
  nextCheck,
  paidAsHolds,
  type ReconcileVerdict,
} from '../rules.ts';
import { holdTransitions, type HoldState } from '../transitions.ts';
import { notifyOfHold, sendReceipt } from './hold-messages.ts';
import { failHold, isNothingDue } from './hold-states.ts';
import { askForRenewal, recordAnomaly, type ReconciledChange } from './holds.ts';
import { reconcileCard, reconcileRefund } from './reconcile-card.ts';

/**
 * Reads and applies the provider state of a hold, then makes the next request to the provider: the requested action,
 * or the release of unneeded money. Nothing else changes the state of a hold whose page was created. Safe to repeat
 * at any point, since every request has an idempotency key.
 */
export async function reconcileHold(ctx: Ctx, holdId: string): Promise<void> {
  const hold = await findHold(ctx.db, holdId);
  if (hold === undefined) return;
  if (hold.sessionId === undefined) return failWithoutPage(ctx, hold);
  if (hold.kind === 'card') return reconcileCard(ctx, hold);
  const { sessionId } = hold;
  // Decides whether the customer is asked for a new hold, should this one have ended.
  const facts = { holdId, nothingDue: hold.state === 'held' && (await isNothingDue(ctx, hold)) };
  const fetchState = () => callProvider(ctx, 'look', (cards) => cards.get(sessionId));
  const wanted = await applyProviderState(ctx, facts, await fetchState());
  if (wanted === undefined) return;
  const refusal = await requestProvider(ctx, wanted);
  const left = await applyProviderState(ctx, facts, await fetchState());
  // If the refused action turns out to be done already, by us or in the dashboard, it counts as done.
  if (refusal === undefined || left === undefined) return;
  await transact(ctx, async (tx) =>
    updateActionRefused(tx.db, holdId, wanted.ask === 'capture' ? captureRefused : 'release refused'),
  );
  throw refusal;
}

type Wanted = { readonly ask: 'capture' | 'release'; readonly hold: Hold; readonly intentId: string };

type Known = { readonly holdId: string; readonly nothingDue: boolean };

/** Applies the provider state under the lock of the hold; returns the request to make next. */
async function applyProviderState(
  ctx: Ctx,
  known: Known,
  providerState: ProviderHold | undefined,
): Promise<Wanted | undefined> {
  const { holdId, nothingDue } = known;
  return transact(ctx, async (tx) => {
    const hold = await lockHold(tx.db, holdId);
    if (hold === undefined) return undefined;
    const covered = hold.product === 'research' && (await isIncluded(tx, hold));
    const verdict = decideReconcile({ ...hold, covered }, providerState, tx.clock.now());
    const state = walk(hold.state, verdict);
    writeChange(tx, { hold, providerState, verdict, state });
    if (state !== hold.state) tx.log.info({ hold: holdId, from: hold.state, to: state }, 'checkout.hold-moved');
    recordAnomaly(tx, { hold, providerState, verdict, state });
    // Research that is now included is released when it is reconciled itself.
    if (state !== hold.state && covers({ ...hold, state })) updateCovered(tx.db, hold.checkoutId, tx.clock.now());
    // A provider that no longer has a hold to be captured may have captured it.
    const uncertain = providerState === undefined && hold.requestedAction === 'capture';
    const skipped = uncertain ? 'uncertain' : nothingDue || covered ? 'nothing_owed' : undefined;
    if (hold.state === 'held' && state === 'expired') await askForRenewal(tx, hold, skipped);
    const charged = hold.capturedCents ?? providerState?.capturedCents;
    if (state === 'captured' && hold.state !== 'captured' && charged !== undefined)
      await sendReceipt(tx, hold, charged);
    await notifyOfHold(tx, hold, { state, refundedCents: providerState?.refundedCents });
    if (verdict.ask === undefined || providerState?.intentId === undefined) return undefined;
    return { ask: verdict.ask, hold, intentId: providerState.intentId };
  });
}

async function isIncluded(tx: Tx, hold: Hold): Promise<boolean> {
  const beside = await listHoldsOf(tx.db, hold.checkoutId);
  return isCovered(hold, [...beside, ...paidAsHolds(await listPaidProducts(tx.db, hold.consultationId))]);
}

const walk = (from: HoldState, { moves }: ReconcileVerdict): HoldState =>
  moves.reduce((state, action) => holdTransitions.next(state, action) ?? state, from);

function writeChange(tx: Tx, { hold, providerState, verdict, state }: ReconciledChange): void {
  const now = tx.clock.now();
  const next = {
    state,
    requestedAction: hold.requestedAction,
    captureBefore: providerState?.captureBefore ?? hold.captureBefore,
    endedAt: hold.endedAt,
    dispute: providerState?.dispute ?? hold.dispute,
  };
  const captured = state === 'captured' ? (hold.capturedCents ?? providerState?.capturedCents) : undefined;
  updateHold(tx.db, {
    id: hold.id,
    state,
    now,
    intentId: providerState?.intentId,
    captureBefore: providerState?.captureBefore,
    capturedCents: captured,
    failure: verdict.failure,
    checkAt: verdict.ask === undefined ? nextCheck(next, now) : addSeconds(now, againS),
  });
  if (
    providerState === undefined ||
    (providerState.refundedCents === hold.refundedCents && providerState.dispute === undefined)
  )
    return;
  updateMoneyBack(tx.db, hold.id, { ...providerState, now });
}

/** Seconds after which a request that may not have arrived is repeated. */
const againS = 60;

/** Returns the error when the provider refused permanently. Every other failure is thrown and retried later. */
async function requestProvider(ctx: Ctx, { ask, hold, intentId }: Wanted): Promise<GatewayError | undefined> {
  const { id: holdId, attempt, requestedCents, amountCents } = hold;
  try {
    await callProvider(ctx, ask, (cards) =>
      ask === 'capture'
        ? cards.capture({ attempt, intentId, amountCents: requestedCents ?? amountCents })
        : cards.release({ attempt, intentId }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const answered = error.responseCode !== undefined && error.responseCode !== 409;
    if (answered) await transact(ctx, async (tx) => updateAttempt(tx.db, holdId, attempt));
    if (error.kind !== 'refused') throw error;
    return error;
  }
}

/** The page of this hold was never sent to a customer, so it cannot hold anything. */
async function failWithoutPage(ctx: Ctx, { id }: Hold): Promise<void> {
  await transact(ctx, async (tx) => {
    const hold = await lockHold(tx.db, id);
    if (hold === undefined || hold.sessionId !== undefined || !holdTransitions.canMove(hold.state, 'failed')) return;
    if (!isPageOverdue(hold, tx.clock.now())) return;
    failHold(tx, id, 'page not made');
  });
}

/** Holds of either mode reconciled per round, and how many at a time; the provider allows about a hundred requests a second. */
const perTurn = 40;
const atOnce = 8;
/** A hold whose reconciliation did not finish is claimed again after this time. */
const leaseS = 45;

/** Reconciles everything that is due: after an event, for a requested action, or after a long time without either. */
export async function reconcileHolds(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  const times = { now, again: addSeconds(now, leaseS) };
  const most = Math.min(limit, perTurn);
  // Refunds first: a completed one makes its hold due.
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

/** A hold that cannot be reconciled does not delay the others; it is retried when its lease ends. */
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
