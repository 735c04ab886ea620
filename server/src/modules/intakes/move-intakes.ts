import type { Tx } from '#context';
import { closeConsultations } from '#modules/consultations';
import { withdrawMessages } from '#modules/customers';
import { announce } from '#modules/webhooks';
import { intakeEvent } from './events.ts';
import { updateStatus, type MovedIntake } from './status-store.ts';
import { transitions, type Action } from './transitions.ts';

/** Moves intakes by one row of the transition table, each with its event; those it does not apply to stay. */
export async function moveIntakes(tx: Tx, ids: readonly string[], action: Action): Promise<readonly MovedIntake[]> {
  const { from, to } = transitions[action];
  const moved = await updateStatus(tx.db, { ids, from, to, now: tx.clock.now() });
  announce(tx, ...moved.map((intake) => intakeEvent(intake, to)));
  if (to === 'declined' || to === 'expired') {
    closeConsultations(
      tx,
      moved.flatMap((intake) => intake.consultationId ?? []),
    );
    // Whoever said no was promised that nobody writes to them about it.
    withdrawMessages(
      tx,
      moved.map((intake) => intake.id),
    );
  }
  return moved;
}
