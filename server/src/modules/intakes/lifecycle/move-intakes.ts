import type { Tx } from '#context';
import { moveWithConsultations } from './move-with-consultations.ts';
import { isEnded } from '../rules.ts';
import type { MovedIntake } from '../status-store.ts';
import { intakeTransitions, type IntakeAction } from '../transitions.ts';
import { withdrawIntakeMessages } from './withdraw-intake-messages.ts';

/** Moves intakes by one row of the transition table, each with its event; those it does not apply to stay. */
export async function moveIntakes(
  tx: Tx,
  ids: readonly string[],
  action: IntakeAction,
): Promise<readonly MovedIntake[]> {
  const moved = await moveWithConsultations(tx, ids, action);
  if (isEnded(intakeTransitions.table[action].to)) withdrawIntakeMessages(tx, moved);
  return moved;
}
