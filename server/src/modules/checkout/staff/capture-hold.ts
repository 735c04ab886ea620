import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import type { LockedConsultation } from '#modules/consultations';
import {
  captureTooMuch,
  holdCovered,
  improvementTooSmall,
  improvementUnknown,
  researchNotEnded,
  wrongHoldState,
} from '../errors.ts';
import { findHold, listHoldsOf } from '../hold-store.ts';
import { decideCapture, dueOf, isCovered } from '../rules.ts';
import type { HoldView } from '../schemas.ts';
import { reconcileNow } from './reconcile-now.ts';
import { requestAction } from './request-action.ts';

type CaptureHold = { readonly holdId: string; readonly amountCents: number | undefined };

/** Captures what is due of an active hold, by the rule of its product; the remainder is released with it. */
export async function captureHold(ctx: Ctx, { holdId, amountCents }: CaptureHold): Promise<HoldView> {
  await endResearch(ctx, holdId);
  return requestAction(ctx, holdId, ({ hold, beside, consultation }) => {
    const covered = isCovered(hold, beside);
    const besideResearch = beside.some(({ product, state }) => product === 'research' && state === 'held');
    const facts = { ...hold, covered, besideResearch, ...improvementFacts(consultation) };
    const verdict = decideCapture(facts, amountCents);
    switch (verdict.kind) {
      case 'capture':
        return { action: 'capture', cents: verdict.cents };
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
 * What was paid for research is deducted from representation, so the outcome of its hold must be known first: a charge
 * may be on its way.
 */
async function endResearch(ctx: Ctx, holdId: string): Promise<void> {
  requireStaff(ctx.actor);
  const hold = await findHold(ctx.db, holdId);
  if (hold?.product !== 'representation') return;
  const holds = await listHoldsOf(ctx.db, hold.checkoutId);
  const research = holds.find(({ product, state }) => product === 'research' && state === 'held');
  if (research !== undefined) await reconcileNow(ctx, research.id);
}

const improvementFacts = ({ initialOfferCents, settlementCents }: LockedConsultation) => ({
  initialOfferCents,
  settlementCents,
});
