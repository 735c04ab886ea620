import type { Tx } from '#context';
import type { ConsultationSources, LockedConsultation } from '../facts.ts';
import type { RowWithoutContact } from './store.ts';
import { writeContacts } from './write-contacts.ts';

/**
 * Reads the source only after the consultation is locked: a concurrent change of the source updates the consultation
 * too, and waits for that lock.
 */
export async function copyContacts(
  tx: Tx,
  sources: ConsultationSources['contacts'],
  rows: readonly RowWithoutContact[],
): Promise<void> {
  for (const [source, consultations] of Map.groupBy(rows, (row) => row.source)) {
    const contacts = await sources[source as LockedConsultation['source']](
      tx,
      consultations.map((row) => row.source_id),
    );
    // Earlier versions restored no consultation on START, so customers who lifted their STOP back then become callable
    // here.
    await writeContacts(
      tx,
      consultations.map((row) => ({ row, contact: contacts.get(row.source_id) ?? { phone: undefined } })),
    );
  }
}
