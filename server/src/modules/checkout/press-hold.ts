import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/dates';
import { lockConsultation, type LockedConsultation } from '#modules/consultations';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import {
  captureTooMuch,
  holdCovered,
  holdNotFound,
  improvementTooSmall,
  improvementUnknown,
  providerRefused,
  researchNotEnded,
  wrongHoldState,
} from './errors.ts';
import { followHold } from './follow-hold.ts';
import { updateWish, type Wish } from './follow-store.ts';
import { findHold, listHoldsOf, lockHold, type Hold } from './hold-store.ts';
import { getHold } from './list-holds.ts';
import { decideCapture, dueOf, isCovered } from './rules.ts';
import type { HoldView } from './schemas.ts';

export type CaptureHold = { readonly holdId: string; readonly amountCents: number | undefined };

/** Takes what is due of a standing hold, by the rule of its product. The rest is given back with it. */
export async function captureHold(ctx: Ctx, { holdId, amountCents }: CaptureHold): Promise<HoldView> {
  await endResearch(ctx, holdId);
  return press(ctx, holdId, ({ hold, beside, consultation }) => {
    const covered = isCovered(hold, beside);
    const besideResearch = beside.some(({ product, state }) => product === 'research' && state === 'held');
    const facts = { ...hold, covered, besideResearch, ...improvementFacts(consultation) };
    const verdict = decideCapture(facts, amountCents);
    switch (verdict.kind) {
      case 'capture':
        return { wish: 'capture', cents: verdict.cents };
      case 'wrong state':
        throw wrongHoldState(hold.state);
      case 'too much':
        throw captureTooMuch({ held: hold.amountCents, due: dueOf(hold) });
      case 'covered':
        throw holdCovered();
      case 'beside research':
        throw researchNotEnded();
      case 'improvement unknown':
        throw improvementUnknown(consultation);
      case 'improvement too small':
        throw improvementTooSmall((consultation.settlementCents ?? 0) - (consultation.initialOfferCents ?? 0));
    }
  });
}

/**
 * What was paid for research is taken off representation, so its hold must have come to its end first: a charge of it
 * may be on its way.
 */
async function endResearch(ctx: Ctx, holdId: string): Promise<void> {
  requireStaff(ctx.actor);
  const hold = await findHold(ctx.db, holdId);
  if (hold?.product !== 'representation') return;
  const holds = await listHoldsOf(ctx.db, hold.checkoutId);
  const research = holds.find(({ product, state }) => product === 'research' && state === 'held');
  if (research !== undefined) await followNow(ctx, research.id);
}

const improvementFacts = ({ initialOfferCents, settlementCents }: LockedConsultation) => ({
  initialOfferCents,
  settlementCents,
});

/** Gives a standing hold back. Nothing is charged, and the product is settled. */
export async function releaseHold(ctx: Ctx, holdId: string): Promise<HoldView> {
  return press(ctx, holdId, ({ hold }) => {
    if (hold.state !== 'held' || hold.wish !== null) throw wrongHoldState(hold.state);
    return { wish: 'release', cents: null };
  });
}

/** The press itself goes to the provider; a worker that asked the same in this moment would only be in its way. */
const ownTurnS = 60;

type Pressed = Pick<Wish, 'wish' | 'cents'>;
type Facts = {
  readonly hold: Hold;
  /** All holds of its checkout. */
  readonly beside: readonly Hold[];
  readonly consultation: LockedConsultation;
};

/**
 * What staff press is written down, then done. A provider that does not answer keeps nobody waiting: the answer shows the
 * wish, and a worker goes on with it.
 */
async function press(ctx: Ctx, holdId: string, decide: (facts: Facts) => Pressed): Promise<HoldView> {
  const { staffId } = requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const pressed = decide(await lockFacts(tx, holdId));
    const now = tx.clock.now();
    updateWish(tx.db, { id: holdId, ...pressed, by: staffId, now, checkAt: addSeconds(now, ownTurnS) });
  });
  if ((await followNow(ctx, holdId)) === 'refused') throw providerRefused();
  return getHold(ctx, holdId);
}

/** Goes to the provider at once. What it does not answer to, a worker goes on with. */
async function followNow(ctx: Ctx, holdId: string): Promise<GatewayError['kind'] | undefined> {
  try {
    await followHold(ctx, holdId);
    return undefined;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ hold: holdId, kind: error.kind, code: error.responseCode }, 'checkout.provider-failed');
    return error.kind;
  }
}

/** The consultation first: its settlement does not change while what it allows is decided. */
async function lockFacts(tx: Tx, holdId: string): Promise<Facts> {
  const found = await findHold(tx.db, holdId);
  if (found === undefined) throw holdNotFound();
  const consultation = await lockConsultation(tx, found.consultationId);
  const locked = await lockHold(tx.db, holdId);
  if (locked === undefined) throw holdNotFound();
  // All in one look, since what is due follows from how research stands; only what has ended may be missing from it.
  const beside = await listHoldsOf(tx.db, found.checkoutId);
  const hold = beside.find(({ id }) => id === holdId) ?? locked;
  return { hold, beside, consultation };
}
