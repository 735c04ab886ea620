import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { logCall, type CallOutcome } from '#modules/consultations';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { intakeNotFound, invalidState } from './errors.ts';
import { getIntakeRecord } from './get-intake-record.ts';
import { moveIntakes } from './move-intakes.ts';
import { decideCall } from './rules.ts';
import type { IntakeRecord } from './staff-schemas.ts';
import { updateConfirmation } from './status-store.ts';
import { lockIntake, type Intake } from './store.ts';

export type IntakeCall = {
  readonly intakeId: string;
  readonly outcome: CallOutcome;
  readonly note: string | undefined;
  readonly callbackAt?: Date | undefined;
};

/** A person of the team called the customer: the call is noted, and what follows from its outcome happens with it. */
export async function logIntakeCall(ctx: Ctx, call: IntakeCall): Promise<IntakeRecord> {
  requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const found = await lockIntake(tx.db, call.intakeId);
    if (found === undefined) throw intakeNotFound();
    const { intake } = found;
    const verdict = decideCall(intake.status, call.outcome);
    if (verdict.kind === 'refuse' || intake.consultationId === undefined) throw invalidState(intake.status);
    const { outcome, note, callbackAt } = call;
    logCall(tx, { consultationId: intake.consultationId, outcome, note, callbackAt });
    // Before the move, which withdraws messages: whoever answers STOP takes the contact first and then the messages too.
    if (outcome === 'do_not_contact') addDoNotContact(tx, intake, 'call');
    if (verdict.kind === 'move') await moveIntakes(tx, [intake.id], verdict.action);
    if (outcome === 'confirmed') recordConfirmation(tx, intake);
  });
  return getIntakeRecord(ctx, call.intakeId);
}

function recordConfirmation(tx: Tx, intake: Intake): void {
  const { staffId } = requireStaff(tx.actor);
  updateConfirmation(tx.db, intake.id, {
    at: tx.clock.now().toISOString(),
    attestation_version: intake.attestationVersion,
    by: 'staff',
    staff_id: staffId,
  });
}
