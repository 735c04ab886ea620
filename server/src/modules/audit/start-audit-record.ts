import type { Actor } from '#actor';
import { auditRecords } from './audit-records.ts';
import type { AuditRecord, NewEntry } from './rules.ts';

export function startAuditRecord(actor: Actor, entry: NewEntry): AuditRecord {
  const record: AuditRecord = { entry, subjectId: undefined, reason: undefined, carried: false };
  auditRecords.set(actor, record);
  return record;
}
