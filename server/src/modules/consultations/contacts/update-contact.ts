import type { Tx } from '#context';
import type { CallContact } from '../facts.ts';
import { lockQueued } from '../store.ts';
import { writeContacts } from './write-contacts.ts';

type UpdateContact = { readonly consultationId: string; readonly contact: CallContact };

/**
 * Applies a changed contact of the source: number, location and calling hours are in force at once. Whatever changes
 * the source calls this in the same transaction, with the source locked.
 */
export async function updateContact(tx: Tx, { consultationId, contact }: UpdateContact): Promise<void> {
  const row = await lockQueued(tx.db, consultationId);
  if (row === undefined || row.closed_at !== null) return;
  // Neither callers nor what is typed on a page lift a STOP: the person does, by START or by asking again, or a lead.
  const keepsStop = tx.actor.kind === 'poll' || (tx.actor.kind === 'staff' && tx.actor.role === 'caller');
  await writeContacts(tx, [{ row, contact, keepsStop }]);
}
