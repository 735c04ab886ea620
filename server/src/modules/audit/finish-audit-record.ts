import { recordEntryAlone } from './record-entry-alone.ts';
import { completeEntry, type AuditParts, type AuditRecord } from './rules.ts';

/** Writes a row that no transaction has written, before the answer is sent: nobody reads data without a row. */
export async function finishAuditRecord(parts: AuditParts, record: AuditRecord): Promise<void> {
  if (record.carried) return;
  await recordEntryAlone(parts, completeEntry(record));
  record.carried = true;
}
