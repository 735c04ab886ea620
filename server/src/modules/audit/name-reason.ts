import type { Actor } from '#actor';
import { auditRecords } from './audit-records.ts';

export function nameReason(actor: Actor, reason: string): void {
  const record = auditRecords.get(actor);
  if (record !== undefined) record.reason = reason;
}
