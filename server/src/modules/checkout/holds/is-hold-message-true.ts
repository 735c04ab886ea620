import type { Ctx } from '#context';
import { type Contacts, hasContactVersion } from '#lib/text/contacts';
import { listContacts } from '#modules/consultations';
import { messagePurposes, type MessageSubject } from '#modules/customers';
import { findHold, type Hold } from '../hold-store.ts';
import { refundedOf } from '../refund-rules.ts';
import { netCents } from '../rules.ts';

const truths: Readonly<Partial<Record<MessageSubject['purpose'], (hold: Hold) => boolean>>> = {
  [messagePurposes.holdPlaced]: ({ state, holdLapsedAt }) =>
    state === 'held' || (state === 'saved' && holdLapsedAt === undefined),
  // Nothing happened since: no other card, no new attempt, no end.
  [messagePurposes.chargeFailed]: ({ state, requestedAction }) => state === 'charge_failed' && requestedAction === null,
  // The charge stands, at least in part.
  [messagePurposes.receipt]: (hold) =>
    hold.state === 'captured' && netCents({ ...hold, refundedCents: refundedOf(hold) }) > 0,
  [messagePurposes.released]: ({ state }) => state === 'released',
  [messagePurposes.refunded]: ({ state, refundedCents }) => state === 'captured' && refundedCents > 0,
};

/** The hold is still as the message says, and the contact is theirs. Who stopped contact about the case is not told. */
export async function isHoldMessageTrue(ctx: Ctx, subject: MessageSubject): Promise<boolean> {
  const { purpose, subjectId, subjectVersion } = subject;
  const hold = await findHold(ctx.db, subjectId);
  if (hold === undefined || truths[purpose]?.(hold) !== true) return false;
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return (await listContacts(ctx, [hold.consultationId])).some(
    ({ hasStopped, contacts }) => !hasStopped && isCurrent(contacts),
  );
}
