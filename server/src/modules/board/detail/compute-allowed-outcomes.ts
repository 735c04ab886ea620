import { callOutcomes, decideQueueCall, type CallOutcome } from '#modules/consultations';
import { decideCall, type IntakeStatus } from '#modules/intakes';
import type { ConsultationDetail } from '../schemas.ts';
import type { ConsultationRow } from '../store.ts';

/** What logging each outcome would be answered now: decided by the rules that logging the call decides by. */
export const computeAllowedOutcomes = (row: ConsultationRow): ConsultationDetail['allowed_outcomes'] =>
  callOutcomes.map((outcome) => {
    const reason = findRefusal(row, outcome);
    return { outcome, allowed: reason === undefined, reason: reason ?? null };
  });

function findRefusal(row: ConsultationRow, outcome: CallOutcome): string | undefined {
  const { source, closed_at: closedAt, has_number: hasNumber } = row;
  const queued = decideQueueCall({ source, closedAt, hasNumber }, outcome);
  const verdict =
    queued.kind === 'at_intake' ? decideCall({ status: row.status as IntakeStatus, hasNumber }, outcome) : queued;
  return verdict.kind === 'refuse' ? verdict.reason : undefined;
}
