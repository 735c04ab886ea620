import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Tx } from '#context';
import type { ProviderCard } from '#gateways/cards';
import { addSeconds } from '#lib/time/dates';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { decideCard, nextCardCheck, savedUntil, standsUntil, walkCard, type CardVerdict } from '../card-rules.ts';
import { updateCard } from '../card-store.ts';
import {
  updateActionRefused,
  updateAttempt,
  updateCheckSoon,
  updateCovered,
  updateMoneyBack,
} from '../hold-change-store.ts';
import { findHold, lockHold, type Hold } from '../hold-store.ts';
import { checkoutMetrics } from '../metrics.ts';
import { callProvider } from '../provider/provider.ts';
import { findRefund, updateRefund, updateRefundSeen, type Refund } from '../refund-store.ts';
import { captureRefused, covers, titles } from '../rules.ts';
import { standingStates, type HoldState } from '../transitions.ts';
import { notifyOfHold, sendReceipt } from './hold-messages.ts';
import { askForCard, isCardUnwanted } from './holds.ts';

/** Placing and capturing a hold and removing its card take one request each; the rest is spare for money and cards to give back. */
const roundsMax = 8;
/** Seconds after which a request that may not have arrived is repeated. */
const againS = 60;

/**
 * Reads and applies the provider's state of a hold with a saved card, then makes the next request: the requested charge, or the return
 * of unneeded money and cards. Safe to repeat at any point: a hold is placed only after the provider listed all payments of this
 * customer and none of them is held, charged or part of this attempt, and each attempt has one idempotency key.
 */
export async function reconcileCard(
  ctx: Ctx,
  { id: holdId, sessionId }: Pick<Hold, 'id' | 'sessionId'>,
): Promise<void> {
  if (sessionId === undefined) return;
  let refused: Refused | undefined;
  for (let round = 1; round <= roundsMax; round += 1) {
    const hold = await findHold(ctx.db, holdId);
    if (hold === undefined) return;
    const unwanted = await isCardUnwanted(ctx, hold);
    const names = { sessionId: hold.sessionId ?? sessionId, customerId: hold.customerId };
    const provider = await callProvider(ctx, 'look', (cards) => cards.getCard(names));
    const wanted = await applyCard(ctx, { holdId, unwanted }, provider);
    if (wanted === undefined) break;
    // The provider refused for another reason than the card, and the request had no effect.
    if (refused !== undefined && isDeepStrictEqual(wanted.ask, refused.ask)) return giveUp(ctx, hold, refused);
    refused = (await requestProvider(ctx, wanted)) ?? refused;
  }
  if (refused !== undefined) throw refused.error;
}

type Wanted = { readonly ask: NonNullable<CardVerdict['ask']>; readonly hold: Hold; readonly customerId: string };

type Refused = { readonly ask: Wanted['ask']; readonly error: GatewayError };

/** A refused charge is dropped. Returns of money and cards are tried again later. */
async function giveUp(ctx: Ctx, { id, attempt }: Hold, { ask, error }: Refused): Promise<never> {
  await transact(ctx, async (tx) => {
    updateAttempt(tx.db, id, attempt);
    if (ask.kind === 'place' || ask.kind === 'capture') updateActionRefused(tx.db, id, captureRefused);
  });
  throw error;
}

type Known = { readonly holdId: string; readonly unwanted: boolean };

/** Applies the provider state under the lock of the row; returns the request to make next. */
async function applyCard(ctx: Ctx, known: Known, provider: ProviderCard | undefined): Promise<Wanted | undefined> {
  return transact(ctx, async (tx) => {
    const hold = await lockHold(tx.db, known.holdId);
    if (hold === undefined) return undefined;
    const verdict = decideCard({ ...hold, unwanted: known.unwanted }, provider, tx.clock.now());
    const state = walkCard(hold.state, verdict);
    writeChange(tx, { hold, provider, verdict, state });
    if (state !== hold.state) tx.log.info({ hold: hold.id, from: hold.state, to: state }, 'checkout.card-moved');
    recordOddity(tx, { hold, provider, verdict, state });
    if (state !== hold.state && covers({ ...hold, state })) updateCovered(tx.db, hold.checkoutId, tx.clock.now());
    if (isDecline(verdict)) await askForCard(tx, hold, verdict.failure);
    if (state === 'captured' && hold.state !== 'captured' && provider?.charge !== undefined)
      await sendReceipt(tx, hold, provider.charge.amountCents);
    await notifyOfHold(tx, hold, { state, refundedCents: provider?.charge?.refundedCents });
    if (verdict.ask === undefined || provider?.customerId === undefined) return undefined;
    return { ask: verdict.ask, hold, customerId: provider.customerId };
  });
}

const isDecline = ({ moves }: CardVerdict): boolean => moves.includes('declined');

type Change = {
  readonly hold: Hold;
  readonly provider: ProviderCard | undefined;
  readonly verdict: CardVerdict;
  readonly state: HoldState;
};

function writeChange(tx: Tx, { hold, provider, verdict, state }: Change): void {
  const now = tx.clock.now();
  const declined = isDecline(verdict);
  const entered = verdict.methodId !== undefined && verdict.methodId !== hold.methodId;
  const wishStays = !declined && standingStates.includes(state);
  const enteredUntil = entered ? savedUntil(now) : undefined;
  const until = standsUntil(hold, { state, provider, enteredUntil });
  const dispute = provider?.charge?.dispute ?? hold.dispute;
  const requestedAction = wishStays ? hold.requestedAction : null;
  const next = {
    state,
    requestedAction,
    captureBefore: until,
    endedAt: hold.endedAt,
    dispute,
  };
  updateCard(tx.db, {
    id: hold.id,
    state,
    now,
    intentId: state === 'captured' ? provider?.charge?.intentId : provider?.held[0]?.intentId,
    capturedCents: state === 'captured' ? (hold.capturedCents ?? provider?.charge?.amountCents) : undefined,
    failure: verdict.failure ?? (entered || state === 'captured' ? null : hold.failure),
    customerId: provider?.customerId,
    methodId: verdict.methodId,
    until,
    cardUntil: enteredUntil,
    checkAt: verdict.ask === undefined ? nextCardCheck(next, now) : addSeconds(now, againS),
    wishStays,
    declines: entered ? 0 : hold.declines + (declined ? 1 : 0),
    attempt: hold.attempt + (declined ? 1 : 0),
  });
  const { charge } = provider ?? {};
  if (charge === undefined || state !== 'captured') return;
  if (charge.refundedCents === hold.refundedCents && charge.dispute === undefined) return;
  updateMoneyBack(tx.db, hold.id, { ...charge, now });
}

/** Records anomalies that the states alone do not show. */
function recordOddity(tx: Tx, { hold, provider, verdict, state }: Change): void {
  const { anomalies, declines } = tx.metrics.of(checkoutMetrics);
  if (provider === undefined) tx.log.warn({ hold: hold.id, state: hold.state }, 'checkout.hold-unknown');
  if (isDecline(verdict)) declines.inc({ why: verdict.failure ?? 'declined' });
  const anomaly =
    provider?.charge !== undefined && state !== 'captured'
      ? 'charged_without_hold'
      : verdict.failure === 'mismatch'
        ? 'mismatch'
        : undefined;
  if (anomaly === undefined) return;
  anomalies.inc({ anomaly });
  tx.log.error({ hold: hold.id, anomaly }, 'checkout.hold-anomaly');
}

/** Returns the error when the provider refused. Every other failure is thrown and retried later. */
async function requestProvider(ctx: Ctx, { ask, hold, customerId }: Wanted): Promise<Refused | undefined> {
  const { id: holdId, attempt, product, sessionId } = hold;
  try {
    await callProvider(ctx, ask.kind === 'close' ? 'release' : ask.kind, async (cards) => {
      switch (ask.kind) {
        case 'place':
          return cards.place({
            holdId,
            attempt,
            customerId,
            methodId: ask.methodId,
            amountCents: ask.cents,
            title: titles.en[product],
          });
        case 'capture':
          return cards.capture({ attempt, intentId: ask.intentId, amountCents: ask.cents });
        case 'release':
          return cards.release({ attempt, intentId: ask.intentId });
        case 'detach':
          return cards.detach(ask.methodId);
        case 'close':
          return sessionId === undefined ? undefined : cards.closePage(sessionId);
      }
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // The provider repeats an answer to the same key. A requested hold keeps its number, by which it is found.
    const answered = error.responseCode !== undefined && error.responseCode !== 409;
    if (answered && (ask.kind === 'capture' || ask.kind === 'release'))
      await transact(ctx, async (tx) => updateAttempt(tx.db, holdId, attempt));
    if (error.kind !== 'refused') throw error;
    return { ask, error };
  }
}

/**
 * Makes a refund that staff requested, or reads the state of one. The provider is searched for it by our own id
 * first, so that it is made only once, however often and however late this is repeated.
 */
export async function reconcileRefund(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await findRefund(ctx.db, refundId);
  const hold = refund && (await findHold(ctx.db, refund.holdId));
  if (refund === undefined || hold?.intentId === undefined) return;
  const names = { intentId: hold.intentId, refundId };
  const find = () => callProvider(ctx, 'look', (cards) => cards.findRefund(names));
  const known = await find();
  if (known !== undefined || refund.state !== 'requested') return finish(ctx, refund, known);
  const refused = await request(ctx, refund, hold.intentId);
  const made = await find();
  await finish(ctx, refund, made ?? (refused && { id: undefined, state: 'failed' }));
  if (made === undefined && refused !== undefined) throw refused;
}

type Found = { readonly id: string | undefined; readonly state: 'done' | 'failed' };

/** Undefined when the provider accepted it; every failure but a refusal is thrown and retried later. */
async function request(ctx: Ctx, { id, attempt, amountCents }: Refund, intentId: string) {
  try {
    await callProvider(ctx, 'refund', (cards) => cards.refund({ refundId: id, attempt, intentId, amountCents }));
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error;
    return error;
  }
}

async function finish(ctx: Ctx, { id, holdId }: Refund, found: Found | undefined): Promise<void> {
  await transact(ctx, async (tx) => {
    const now = tx.clock.now();
    if (found === undefined) return updateRefundSeen(tx.db, id);
    const failure = found.state === 'failed' ? (found.id === undefined ? 'refused' : 'failed at the bank') : undefined;
    const changed = await updateRefund(tx.db, { id, state: found.state, providerId: found.id, failure, now });
    if (!changed) return updateRefundSeen(tx.db, id);
    tx.log.info({ hold: holdId, refund: id, state: found.state }, 'checkout.refund-ended');
    // The charge's remaining amount is read from the provider.
    await updateCheckSoon(tx.db, { holdId, sessionId: undefined, intentId: undefined }, now);
  });
}
