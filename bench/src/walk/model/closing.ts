// How settled cases end by themselves: when everything is paid or released, or after fourteen days.
import { dayMs } from './clock.ts';
import { isStanding, type Hold } from './money.ts';
import { closeConsultation, type Consultation } from './queue.ts';
import type { Intake, Model } from './state.ts';

const lookAgainMs = 15 * 60_000;

/** A card is being entered or saved, or money is held. */
const isOpen = (hold: Hold): boolean => hold.state === 'page_open' || isStanding(hold);

/** Whatever was accepted is paid or released, and something was. */
function isDone(holds: readonly Hold[]): boolean {
  const ended = (product: Hold['product']) =>
    holds.some((one) => one.product === product && (one.state === 'captured' || one.state === 'released'));
  const unpaid = holds.some(
    (one) =>
      one.state === 'expired' && one.captureBefore !== undefined && !ended(one.product) && !ended('representation'),
  );
  return !unpaid && (ended('research') || ended('representation'));
}

/** One look of the worker at every settled case that is due. */
export function closeSettled(model: Model): void {
  for (const intake of model.intakes) {
    const one = intake.case;
    if (one?.settledAt === undefined || one.closedAt !== undefined) continue;
    if ((one.closeCheckAt ?? one.settledAt) > model.now) continue;
    look(model, intake, one);
  }
}

function look(model: Model, intake: Intake, one: Consultation): void {
  const { now } = model;
  const holds = intake.checkout?.holds ?? [];
  const over = (one.settledAt ?? now) + 14 * dayMs;
  const open = holds.some(isOpen);
  if (open || (!isDone(holds) && now < over)) {
    one.closeCheckAt = open ? now + lookAgainMs : Math.min(now + lookAgainMs, over);
    return;
  }
  closeConsultation(one, now);
  if (intake.checkout !== undefined) intake.checkout.expiresAt = Math.min(intake.checkout.expiresAt, now);
  model.touched.intakes.add(intake);
}
