import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { logCall, setConsultationEnd, type CallOutcome } from '#modules/consultations';
import { addDoNotContact } from '#modules/customers';
import { transact } from '#platform/db';
import { intakeNotFound, invalidState, invalidStateButSuppressed, statusForbids } from '../errors.ts';
import { getIntakeRecord } from './get-intake-record.ts';
import { moveIntakes } from '../lifecycle/move-intakes.ts';
import { decideCall, computeExpiryAfterCallback, linkWorks } from '../rules.ts';
import type { IntakeRecord } from './staff-schemas.ts';
import { updateConfirmation, updateExpiry } from '../status-store.ts';
import { lockIntake, type Intake } from '../store.ts';

type IntakeCall = {
  readonly intakeId: string;
  readonly outcome: CallOutcome;
  readonly note: string | undefined;
  readonly callbackAt?: Date | undefined;
};

/** Records a call to the customer, together with everything that follows from its outcome. */
export async function logIntakeCall(ctx: Ctx, call: IntakeCall): Promise<IntakeRecord> {
  requireStaff(ctx.actor);
  const refused = await transact(ctx, async (tx) => {
    const stored = await lockIntake(tx.db, call.intakeId, tx.clock.now());
    if (stored === undefined) throw intakeNotFound();
    const { intake } = stored;
    const verdict = decideCall(intake.status, call.outcome);
    const { outcome, note, callbackAt } = call;
    if (verdict.kind === 'refuse' || intake.consultationId === undefined) {
      const reason = verdict.kind === 'refuse' ? verdict.reason : statusForbids;
      if (outcome !== 'do_not_contact') throw invalidState(intake.status, reason);
      // Whoever wants silence gets it, also when their intake has ended or gone on during the call.
      addDoNotContact(tx, intake, 'call');
      return invalidStateButSuppressed(intake.status, reason);
    }
    logCall(tx, { consultationId: intake.consultationId, outcome, note, callbackAt });
    if (outcome === 'callback_requested') extendForCallback(tx, intake, callbackAt);
    // Before the move, which withdraws messages: a STOP reply locks the contact first and then the messages, and the
    // order must match.
    if (outcome === 'do_not_contact') addDoNotContact(tx, intake, 'call');
    if (verdict.kind === 'move') await moveIntakes(tx, [intake.id], verdict.action);
    if (outcome === 'confirmed') recordConfirmation(tx, intake);
    return undefined;
  });
  if (refused !== undefined) throw refused;
  return getIntakeRecord(ctx, call.intakeId);
}

/** A promised call must still be possible, so the expiry moves behind it; a confirmed intake no longer expires. */
function extendForCallback(tx: Tx, { id, status, consultationId, expiresAt }: Intake, at = tx.clock.now()): void {
  const until = computeExpiryAfterCallback(expiresAt, at);
  if (!linkWorks(status) || consultationId === undefined || until <= expiresAt) return;
  updateExpiry(tx.db, id, until);
  setConsultationEnd(tx, [consultationId], until);
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
