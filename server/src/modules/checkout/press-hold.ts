import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { addSeconds } from '#lib/dates';
import { lockConsultation, type LockedConsultation } from '#modules/consultations';
import { transact } from '#platform/db';
import { GatewayError } from '#platform/errors';
import {
  captureTooMuch,
  holdNotFound,
  improvementTooSmall,
  improvementUnknown,
  providerRefused,
  wrongHoldState,
} from './errors.ts';
import { followHold } from './follow-hold.ts';
import { updateWish, type Wish } from './follow-store.ts';
import { findHold, lockHold, type Hold } from './hold-store.ts';
import { getHold } from './list-holds.ts';
import { decideCapture } from './rules.ts';
import type { HoldView } from './schemas.ts';

export type CaptureHold = { readonly holdId: string; readonly amountCents: number | undefined };

/** Takes what is due of a standing hold, by the rule of its product. The rest is given back with it. */
export async function captureHold(ctx: Ctx, { holdId, amountCents }: CaptureHold): Promise<HoldView> {
  return press(ctx, holdId, ({ hold, consultation }) => {
    const verdict = decideCapture({ ...hold, ...improvementFacts(consultation) }, amountCents);
    switch (verdict.kind) {
      case 'capture':
        return { wish: 'capture', cents: verdict.cents };
      case 'wrong state':
        throw wrongHoldState(hold.state);
      case 'too much':
        throw captureTooMuch(hold.amountCents);
      case 'improvement unknown':
        throw improvementUnknown();
      case 'improvement too small':
        throw improvementTooSmall((consultation.settlementCents ?? 0) - (consultation.initialOfferCents ?? 0));
    }
  });
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
type Facts = { readonly hold: Hold; readonly consultation: LockedConsultation };

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
  try {
    await followHold(ctx, holdId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ hold: holdId, kind: error.kind, code: error.responseCode }, 'checkout.provider-failed');
    if (error.kind === 'refused') throw providerRefused();
  }
  return getHold(ctx, holdId);
}

/** The consultation first: its settlement does not change while what it allows is decided. */
async function lockFacts(tx: Tx, holdId: string): Promise<Facts> {
  const found = await findHold(tx.db, holdId);
  if (found === undefined) throw holdNotFound();
  const consultation = await lockConsultation(tx, found.consultationId);
  const hold = await lockHold(tx.db, holdId);
  if (hold === undefined) throw holdNotFound();
  return { hold, consultation };
}
