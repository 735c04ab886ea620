import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { logCall, setCaseEnd, type CallOutcome } from '#modules/consultations';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { intakeNotFound, invalidState, invalidStateButListed } from './errors.ts';
import { getIntakeRecord } from './get-intake-record.ts';
import { moveIntakes } from './move-intakes.ts';
import { decideCall, expiryAfterPromise, linkWorks } from './rules.ts';
import type { IntakeRecord } from './staff-schemas.ts';
import { updateConfirmation, updateExpiry } from './status-store.ts';
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
  const refused = await transact(ctx, async (tx) => {
    const found = await lockIntake(tx.db, call.intakeId, tx.clock.now());
    if (found === undefined) throw intakeNotFound();
    const { intake } = found;
    const verdict = decideCall(intake.status, call.outcome);
    const { outcome, note, callbackAt } = call;
    if (verdict.kind === 'refuse' || intake.consultationId === undefined) {
      if (outcome !== 'do_not_contact') throw invalidState(intake.status);
      // Whoever wants silence gets it, also when their intake has ended or gone on during the call.
      addDoNotContact(tx, intake, 'call');
      return intake.status;
    }
    logCall(tx, { consultationId: intake.consultationId, outcome, note, callbackAt });
    if (outcome === 'callback_requested') keepForCallback(tx, intake, callbackAt);
    // Before the move, which withdraws messages: whoever answers STOP takes the contact first and then the messages too.
    if (outcome === 'do_not_contact') addDoNotContact(tx, intake, 'call');
    if (verdict.kind === 'move') await moveIntakes(tx, [intake.id], verdict.action);
    if (outcome === 'confirmed') recordConfirmation(tx, intake);
    return undefined;
  });
  if (refused !== undefined) throw invalidStateButListed(refused);
  return getIntakeRecord(ctx, call.intakeId);
}

/** A call that was promised is made, so the intake does not end before it; whoever has said yes no longer ends by time. */
function keepForCallback(tx: Tx, { id, status, consultationId, expiresAt }: Intake, at = tx.clock.now()): void {
  const until = expiryAfterPromise(expiresAt, at);
  if (!linkWorks(status) || consultationId === undefined || until <= expiresAt) return;
  updateExpiry(tx.db, id, until);
  setCaseEnd(tx, [consultationId], until);
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
