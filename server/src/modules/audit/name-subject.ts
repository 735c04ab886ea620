import type { Actor } from '#actor';
import { auditRecords } from './audit-records.ts';

/** Adds the subject to the row of a request whose URL does not contain it. */
export function nameSubject(actor: Actor, subjectId: string): void {
  const record = auditRecords.get(actor);
  if (record !== undefined) record.subjectId = subjectId;
}
