import type { Tx } from '#context';
import { contactNames } from '#lib/text/contacts';
import { lockNames } from '#platform/db';
import { computeFacts } from '../facts.ts';
import { areTwoVehicles } from '../rules.ts';
import { listOpenIntakes, updateClosedWithReason } from '../status-store.ts';
import { findIntake, lockIntake, type Intake } from '../store.ts';
import { undecidedStatuses } from '../transitions.ts';

const undecided = 'The owner has not answered yet. Log the outcome of a call; without an answer it expires by itself.';

/**
 * Locks the intake of a case that is to be closed or opened again, and before it its customer, so that nothing is
 * submitted meanwhile. Its status has no move for that (T1: consultation_active is the last one), so only the time is
 * kept, from which on it is nobody's open intake.
 */
export async function prepareIntakeClose(tx: Tx, intakeId: string) {
  const now = tx.clock.now();
  const known = await findIntake(tx.db, intakeId, now);
  if (known !== undefined) lockNames(tx.db, contactNames(known.intake));
  const stored = await lockIntake(tx.db, intakeId, now);
  const waits = stored !== undefined && undecidedStatuses.includes(stored.intake.status);
  return {
    hindrance: waits ? undecided : undefined,
    end: (): void => updateClosedWithReason(tx.db, intakeId, now),
    async resume(): Promise<string | undefined> {
      const other = stored && (await findOtherOpen(tx, stored.intake));
      if (other === undefined) updateClosedWithReason(tx.db, intakeId, null);
      return other;
    },
  };
}

const nobody = { principalId: undefined, submitterHashes: [] };

/** An open case of the same customer about the same vehicle, proven or not: they would be charged for both. */
async function findOtherOpen(
  tx: Tx,
  { id, email, phone, test, request, lookedUp }: Intake,
): Promise<string | undefined> {
  const now = tx.clock.now();
  const { vin } = computeFacts(request, lookedUp);
  const { open } = await listOpenIntakes(tx.db, { email, phone, test, ...nobody }, now);
  const other = open.find((one) => one.id !== id && !areTwoVehicles(vin, one.vin));
  return other && (await findIntake(tx.db, other.id, now))?.intake.consultationId;
}
