import { noConsultation } from '../errors.ts';
import type { Intake } from '../store.ts';
import { unfinishedStatuses } from '../transitions.ts';

export function requireOpenConsultation({ status, consultationId, caseClosedAt }: Intake): void {
  if (consultationId === undefined || caseClosedAt !== undefined || !unfinishedStatuses.includes(status))
    throw noConsultation();
}
