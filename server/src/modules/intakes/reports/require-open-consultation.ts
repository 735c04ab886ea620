import { noConsultation } from '../errors.ts';
import type { Intake } from '../store.ts';
import { unfinishedStatuses } from '../transitions.ts';

export function requireOpenConsultation({ status, consultationId }: Intake): void {
  if (consultationId === undefined || !unfinishedStatuses.includes(status)) throw noConsultation();
}
