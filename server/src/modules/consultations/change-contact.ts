import type { Tx } from '#context';
import type { CallContact } from './call-window.ts';
import { lockQueued } from './queue-store.ts';
import { writeContacts } from './write-contacts.ts';

export type ChangeContact = { readonly consultationId: string; readonly contact: CallContact };

/**
 * A case's source has another contact: from this very moment that number is called, where its owner is and when they may be.
 * Whoever changes the source calls this in the same transaction, holding it.
 */
export async function changeContact(tx: Tx, { consultationId, contact }: ChangeContact): Promise<void> {
  const row = await lockQueued(tx.db, consultationId);
  if (row === undefined || row.closed_at !== null) return;
  await writeContacts(tx, [{ row, contact }]);
}
