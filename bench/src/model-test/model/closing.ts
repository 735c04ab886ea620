// How cases close automatically: settled ones once everything is paid or released, or after fourteen days; the others
// after
// ninety days without activity.
import { dayMs } from './hours.ts';
import { isStanding, type Hold } from './money.ts';
import { closeConsultation, type Consultation } from './queue.ts';
import { canMove, move } from './referrals.ts';
import type { Intake, Model } from './state.ts';

const lookAgainMs = 15 * 60_000;
const settledMs = 14 * dayMs;
const quietMs = 90 * dayMs;

/** A card is being entered or saved, or money is held. */
const isOpen = (hold: Hold): boolean => hold.state === 'page_open' || isStanding(hold);

/** Every accepted product is paid or released, and there was at least one. */
function isDone(holds: readonly Hold[]): boolean {
  const ended = (product: Hold['product']) =>
    holds.some((one) => one.product === product && (one.state === 'captured' || one.state === 'released'));
  const unpaid = holds.some(
    (one) =>
      one.state === 'expired' && one.captureBefore !== undefined && !ended(one.product) && !ended('representation'),
  );
  return !unpaid && (ended('research') || ended('representation'));
}

/** One worker check of every settled case that is due. */
export function closeSettled(model: Model): void {
  for (const intake of model.intakes) {
    const one = intake.case;
    if (one?.settledAt === undefined || one.closedAt !== undefined) continue;
    if ((one.closeCheckAt ?? one.settledAt) > model.now) continue;
    look(model, intake, one);
  }
  // Borrowers pay nothing in a run, so only time closes settled cases.
  for (const referral of model.referrals)
    if (referral.status === 'settled' && model.now >= (referral.settledAt ?? model.now) + settledMs)
      end(model, referral.case);
}

/** Open cases without activity known to the model for ninety days. */
export const listQuiet = ({ consultations, now }: Model): Consultation[] =>
  consultations.filter((one) => {
    const { openedAt, callbackAt, deliveredAt, calls } = one;
    const happened = [openedAt, calls.at(-1)?.at, callbackAt, deliveredAt].filter((at) => at !== undefined);
    return one.closedAt === undefined && Math.max(...happened) <= now - quietMs;
  });

/** Ending a case also ends its promised call, its checkout's offers, and its referral. */
export function end(model: Model, one: Consultation | undefined): void {
  if (one === undefined) return;
  one.callbackAt = undefined;
  closeConsultation(one, model.now);
  const intake = model.intakes.find((any) => any.case === one);
  if (intake !== undefined) model.touched.intakes.add(intake);
  if (intake?.checkout !== undefined) intake.checkout.expiresAt = Math.min(intake.checkout.expiresAt, model.now);
  const referral = model.referrals.find((any) => any.case === one);
  if (referral !== undefined && canMove(referral, 'close', model.now)) move(model, referral, { action: 'close' });
}

function look(model: Model, intake: Intake, one: Consultation): void {
  const { now } = model;
  const holds = intake.checkout?.holds ?? [];
  const over = (one.settledAt ?? now) + settledMs;
  const open = holds.some(isOpen);
  if (open || (!isDone(holds) && now < over)) {
    one.closeCheckAt = open ? now + lookAgainMs : Math.min(now + lookAgainMs, over);
    return;
  }
  end(model, one);
}
