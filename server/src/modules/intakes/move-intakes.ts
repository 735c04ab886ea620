import type { Tx } from '#context';
import { closeConsultations, setCaseEnd } from '#modules/consultations';
import { withdrawMessages } from '#modules/customers';
import { announce } from '#modules/webhooks';
import { intakeEvent } from './events.ts';
import type { IntakeStatus } from './schemas.ts';
import { updateStatus, type MovedIntake } from './status-store.ts';
import { transitions, undecided, type Action } from './transitions.ts';

/** Moves intakes by one row of the transition table, each with its event; those it does not apply to stay. */
export async function moveIntakes(tx: Tx, ids: readonly string[], action: Action): Promise<readonly MovedIntake[]> {
  const moved = await moveWithCases(tx, ids, action);
  if (isEnd(transitions[action].to)) withdrawAbout(tx, moved);
  return moved;
}

/** The same without taking messages back: whoever locks more before messages (0024) does that afterwards. */
export async function moveWithCases(tx: Tx, ids: readonly string[], action: Action): Promise<readonly MovedIntake[]> {
  if (ids.length === 0) return [];
  const { from, to } = transitions[action];
  const moved = await updateStatus(tx.db, { ids, from, to, now: tx.clock.now() });
  announce(tx, ...moved.map((intake) => intakeEvent(intake, to)));
  const cases = moved.flatMap((intake) => intake.consultationId ?? []);
  if (isEnd(to)) closeConsultations(tx, cases);
  else if (!(undecided as readonly IntakeStatus[]).includes(to)) setCaseEnd(tx, cases, undefined);
  return moved;
}

/** Whoever said no was promised that nobody writes to them about it. */
export const withdrawAbout = (tx: Tx, moved: readonly MovedIntake[]): void =>
  withdrawMessages(
    tx,
    moved.map((intake) => intake.id),
  );

const isEnd = (status: IntakeStatus): boolean => status === 'declined' || status === 'expired';
