// Cases that callers hold, and which of them they lose when they ask for the next case.
import {
  hasPosition,
  isLeased,
  isNumberBusy,
  isQueued,
  numberMs,
  type Consultation,
} from '#bench/model-test/model/queue';
import type { Model } from '#bench/model-test/model/state';

/** Ends the lease of a suppressed customer, and of a case whose number is busy elsewhere by now. */
export function takeOutOfHands(model: Model, staff: number): void {
  const { consultations, numbers, now } = model;
  for (const one of consultations) {
    if (one.lease?.staff === staff && model.isSuppressed(one.contact(), one.test)) one.lease = undefined;
    if (isQueued(one, now) && isNumberBusy(one, model)) one.putOffUntil = now + numberMs;
  }
  for (const one of listInHand(model, staff)) {
    if (!isNumberBusy(one, model)) return;
    const { phone } = one.contact();
    const others = consultations.filter((any) => any !== one && any.test === one.test && any.contact().phone === phone);
    const leases = others.filter((any) => isLeased(any, now)).map(({ lease }) => lease?.until ?? 0);
    one.lease = undefined;
    const until = leases.length > 0 ? Math.max(...leases) : (numbers.calledElsewhereAt(one) ?? 0) + numberMs;
    if (hasPosition(one)) one.nextCallAt = until;
  }
}

/** The cases that a team member holds, longest first. */
export const listInHand = (model: Model, staff: number): Consultation[] =>
  model.consultations
    .filter((one) => one.lease?.staff === staff && isLeased(one, model.now))
    .filter((one) => one.deliveredAt === undefined && !one.saidNo && !one.isOver(model.now))
    .filter((one) => !model.isSuppressed(one.contact(), one.test))
    .toSorted((one, other) => (one.lease?.since ?? 0) - (other.lease?.since ?? 0));
