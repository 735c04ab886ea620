import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/dates';
import type { ProviderHold } from '#gateways/cards';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import { askForRenewal } from './ask-for-renewal.ts';
import { askProvider } from './ask-provider.ts';
import { failHold } from './fail-hold.ts';
import { updateAttempt, updateCovered, updateHold, updateMoneyBack, updateWishRefused } from './follow-store.ts';
import { findNothingOwed } from './is-renewal-wanted.ts';
import { noteTrouble, type FollowedChange } from './note-trouble.ts';
import { findHold, listHoldsOf, lockHold, type Hold } from './hold-store.ts';
import {
  canMove,
  captureRefused,
  covers,
  decideFollow,
  isCovered,
  isUnmade,
  nextCheck,
  transitions,
  type FollowVerdict,
  type HoldState,
} from './rules.ts';

/**
 * Asks the provider about a hold and follows what it says; nothing else moves one. What is wished of it is asked for
 * then. Stopped anywhere it can be begun again: each request has a name, and the same one is answered the same.
 */
export async function followHold(ctx: Ctx, holdId: string): Promise<void> {
  const hold = await findHold(ctx.db, holdId);
  if (hold === undefined) return;
  if (hold.sessionId === undefined) return giveUpUnmade(ctx, hold);
  const { sessionId } = hold;
  // Whether the customer would be asked for a new hold in vain, should this one have ended.
  const known = { holdId, nothingOwed: hold.state === 'held' && (await findNothingOwed(ctx, hold)) };
  const look = () => askProvider(ctx, 'look', (cards) => cards.get(sessionId));
  const wanted = await applyTold(ctx, known, await look());
  if (wanted === undefined) return;
  const refusal = await request(ctx, wanted);
  const left = await applyTold(ctx, known, await look());
  // Refused because it was done already, by whoever, is done.
  if (refusal === undefined || left === undefined) return;
  await transact(ctx, async (tx) =>
    updateWishRefused(tx.db, holdId, wanted.ask === 'capture' ? captureRefused : 'release refused'),
  );
  throw refusal;
}

type Wanted = { readonly ask: 'capture' | 'release'; readonly hold: Hold; readonly intentId: string };

type Known = { readonly holdId: string; readonly nothingOwed: boolean };

/** Moves the hold as the provider's word says, under its lock; gives what is to be asked of the provider next. */
async function applyTold(ctx: Ctx, known: Known, told: ProviderHold | undefined): Promise<Wanted | undefined> {
  const { holdId, nothingOwed } = known;
  return transact(ctx, async (tx) => {
    const hold = await lockHold(tx.db, holdId);
    if (hold === undefined) return undefined;
    const covered = hold.product === 'research' && isCovered(hold, await listHoldsOf(tx.db, hold.checkoutId));
    const verdict = decideFollow({ ...hold, covered }, told, tx.clock.now());
    const state = walk(hold.state, verdict);
    writeChange(tx, { hold, told, verdict, state });
    if (state !== hold.state) tx.log.info({ hold: holdId, from: hold.state, to: state }, 'checkout.hold-moved');
    noteTrouble(tx, { hold, told, verdict, state });
    // What is included in it now is given back in its own turn.
    if (state !== hold.state && covers({ ...hold, state })) updateCovered(tx.db, hold.checkoutId, tx.clock.now());
    // A provider that no longer knows a hold that was to be charged may have charged it.
    const uncertain = told === undefined && hold.wish === 'capture';
    const inVain = uncertain ? 'uncertain' : nothingOwed || covered ? 'nothing_owed' : undefined;
    if (hold.state === 'held' && state === 'expired') await askForRenewal(tx, hold, inVain);
    if (verdict.ask === undefined || told?.intentId === undefined) return undefined;
    return { ask: verdict.ask, hold, intentId: told.intentId };
  });
}

const walk = (from: HoldState, { moves }: FollowVerdict): HoldState =>
  moves.reduce((state, action) => (canMove(state, action) ? transitions[action].to : state), from);

function writeChange(tx: Tx, { hold, told, verdict, state }: FollowedChange): void {
  const now = tx.clock.now();
  const next = {
    state,
    wish: hold.wish,
    captureBefore: told?.captureBefore ?? hold.captureBefore,
    endedAt: hold.endedAt,
    dispute: told?.dispute ?? hold.dispute,
  };
  const captured = state === 'captured' ? (hold.capturedCents ?? told?.capturedCents) : undefined;
  updateHold(tx.db, {
    id: hold.id,
    state,
    now,
    intentId: told?.intentId,
    captureBefore: told?.captureBefore,
    capturedCents: captured,
    failure: verdict.failure,
    checkAt: verdict.ask === undefined ? nextCheck(next, now) : addSeconds(now, againS),
  });
  if (told === undefined || (told.refundedCents === hold.refundedCents && told.dispute === undefined)) return;
  updateMoneyBack(tx.db, hold.id, { ...told, now });
}

/** When a request that may not have arrived is made again. */
const againS = 60;

/** Gives the refusal when the provider refused for good. Whatever else goes wrong is thrown, and tried again later. */
async function request(ctx: Ctx, { ask, hold, intentId }: Wanted): Promise<GatewayError | undefined> {
  const { id: holdId, attempt, wishCents, amountCents } = hold;
  try {
    await askProvider(ctx, ask, (cards) =>
      ask === 'capture'
        ? cards.capture({ holdId, attempt, intentId, amountCents: wishCents ?? amountCents })
        : cards.release({ holdId, attempt, intentId }),
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

/** Nobody was ever sent to the page of a hold that knows none, so nothing can be held by it. */
async function giveUpUnmade(ctx: Ctx, { id }: Hold): Promise<void> {
  await transact(ctx, async (tx) => {
    const hold = await lockHold(tx.db, id);
    if (hold === undefined || hold.sessionId !== undefined || !canMove(hold.state, 'failed')) return;
    if (!isUnmade(hold, tx.clock.now())) return;
    failHold(tx, id, 'page not made');
  });
}
