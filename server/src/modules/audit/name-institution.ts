import type { Actor } from '#actor';
import { auditRecords } from './audit-records.ts';

/** Adds the institution to the row of a change whose URL does not name it: it is in that institution's own trail then. */
export function nameInstitution(actor: Actor, accountId: string): void {
  const record = auditRecords.get(actor);
  // Agents have endpoints too, and no trail of their own.
  if (record?.entry.kind === 'action' && accountId.startsWith('inst_')) record.institutionId = accountId;
}
