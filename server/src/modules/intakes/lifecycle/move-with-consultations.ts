import type { Tx } from '#context';
import { closeConsultations, setConsultationEnd } from '#modules/consultations';
import { publishEvent } from '#modules/webhooks';
import { intakeEvent } from '../events.ts';
import { isEnded } from '../rules.ts';
import { type MovedIntake, updateStatus } from '../status-store.ts';
import { intakeTransitions, undecidedStatuses, type IntakeAction } from '../transitions.ts';

/**
 * Moves intakes with their consultations, without withdrawing messages: a verb that must take further locks before
 * those on messages (0024) withdraws them afterwards.
 */
export async function moveWithConsultations(
  tx: Tx,
  ids: readonly string[],
  action: IntakeAction,
): Promise<readonly MovedIntake[]> {
  if (ids.length === 0) return [];
  const { from, to } = intakeTransitions.table[action];
  const moved = await updateStatus(tx.db, { ids, from, to, now: tx.clock.now() });
  publishEvent(tx, ...moved.map((intake) => intakeEvent(intake, to)));
  const consultationIds = moved.flatMap((intake) => intake.consultationId ?? []);
  if (isEnded(to)) closeConsultations(tx, consultationIds, to);
  else if (!undecidedStatuses.includes(to)) await setConsultationEnd(tx, consultationIds, undefined);
  return moved;
}
