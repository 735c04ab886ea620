import type { Tx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { findStanding } from './find-standing.ts';
import { clockZone, isCalled, isSlot, pauseAfter, slotS } from './rules.ts';
import { deleteCallTime, lockStandingRow, updateCallTime } from './store.ts';

type ChosenTime = {
  readonly consultationId: string;
  /** Undefined when no time is wanted any more. */
  readonly at: Date | undefined;
};

/** `busy`: somebody of the team has it open and may be calling just now. */
export type TimeChoice = 'chosen' | 'forgotten' | 'gone' | 'busy' | 'not called';

/**
 * The customer says when to be called, or that any time will do. The call is first in the queue when its time comes, as
 * one that a caller promised.
 */
export async function chooseCallTime(tx: Tx, { consultationId, at }: ChosenTime): Promise<TimeChoice> {
  await lockStandingRow(tx.db, consultationId);
  const standing = await findStanding(tx, consultationId);
  if (standing === undefined || !isCalled(standing)) return 'not called';
  if (standing.isLeased) return 'busy';
  const now = tx.clock.now();
  if (at === undefined) {
    const { lastCallAt, callbackAt } = standing;
    if (callbackAt !== undefined) deleteCallTime(tx.db, consultationId, pauseAfter(lastCallAt, now));
    return 'forgotten';
  }
  const { window } = standing;
  const zone = clockZone(window, tx.config.teamTimeZone);
  if (!isSlot({ rules: tx.config.callingHours, window, zone }, at, now)) return 'gone';
  updateCallTime(tx.db, { id: consultationId, at, until: addSeconds(at, slotS) });
  return 'chosen';
}
