import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { nameReason } from '#modules/audit';
import { validationFailed } from '#platform/errors';
import { isChargeSpent } from '../card-rules.ts';
import {
  appraisalNotReleased,
  captureTooMuch,
  chargeSpent,
  holdCovered,
  improvementTooSmall,
  improvementUnknown,
  paidOtherwise,
  paperNotSeen,
  researchNotEnded,
  wrongHoldState,
} from '../errors.ts';
import { findHold, listHoldsOf } from '../hold-store.ts';
import { decideCapture, leastChargeCents } from '../capture-rules.ts';
import { dueOf, isCovered, paidAsHolds } from '../rules.ts';
import type { HoldView } from '../schemas.ts';
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
 * Captures what is due of an active hold, by the rule of its product; the remainder is released with it. A saved card is
 * charged by the same rule.
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

/** What the rule of the product asks of the person who charges; what they say is on the audit trail. */
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
